"""The history: SQLAlchemy models, the migrations, and what the commands ask of them."""
