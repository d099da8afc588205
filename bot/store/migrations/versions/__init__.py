"""One file for each change of the schema; never edited once released."""
