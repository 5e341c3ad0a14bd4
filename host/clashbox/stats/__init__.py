"""Statistics over the history: counted by the database, each rate with its n and a 95 % Wilson interval."""
