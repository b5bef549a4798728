"""The contract as pages: plain HTML that the server writes, no script, nothing from elsewhere. A page for each subject
and for each shape, so that a phone loads what it reads: `contents` lists everything, `subject` has the calls of a tag,
`shape` the members of what is sent and answered."""

from api.reference.pages import contents, shape, subject

__all__ = ["contents", "shape", "subject"]
