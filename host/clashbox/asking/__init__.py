"""Quick questions at the table: reading what was typed, and answers worked out by the core."""
