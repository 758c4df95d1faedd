/** What the tables of certificates hold, counted by the database and not by the ledger. Both databases run it. */
export const STORED_IN_TABLES = `SELECT coalesce(sum(c.pdf_bytes + octet_length(f.request_json) + coalesce(octet_length(f.signature), 0) + octet_length(c.search_text) + 2048), 0) AS bytes
  FROM certificates c JOIN certificate_files f ON f.gcc_id = c.gcc_id`;
