"""What Alembic runs for each upgrade: the migrations, in the transaction that the store has begun."""

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can undo DDL, and the store has begun the transaction itself: all migrations or none.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
