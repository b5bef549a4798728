"""What Alembic runs: the scripts a database has not seen yet, all of them in one transaction."""

from alembic import context

connection = context.config.attributes["connection"]
# SQLite takes back a layout like anything else, if its driver leaves transactions to us (see `upgrading`).
context.configure(connection=connection, transactional_ddl=True, transaction_per_migration=False)
context.run_migrations()
