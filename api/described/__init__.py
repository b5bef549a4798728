"""Every answer, described once: which members it has, in which unit, and when they are null.

The server writes its answers without these schemas, as quickly as it can. The contract (`openapi.yaml`) is made of
them, and every answer that the tests are given is held against them.
"""
