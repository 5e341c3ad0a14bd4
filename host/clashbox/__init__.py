"""The laptop side of clashbox: card data, rules, link, virtual device, database, page, command line."""
