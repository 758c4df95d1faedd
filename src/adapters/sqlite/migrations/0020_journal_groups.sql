-- From here on a row of the journal groups its entries (`journal-text.ts`). No table changes: the migration is there so that older versions,
-- which would count such rows wrong, refuse the file.
SELECT 1;
