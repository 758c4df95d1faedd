-- Finds the certificates that may contain a text, by its trigrams. It keeps neither the texts nor where in them a trigram is.
-- A row has the second of issue in the bits of its id from 20 on, so that a range of ids is a range of time. A text of over 1,000
-- bytes would take too long: its row is char(1, 1, 1), which every search asks for too.
CREATE VIRTUAL TABLE `certificate_texts` USING fts5(search_text, content='', detail='none', tokenize="trigram case_sensitive 1");--> statement-breakpoint
INSERT INTO `certificate_texts` (rowid, search_text)
  SELECT (issued_at_ms / 1000 << 20) + row_number() OVER (PARTITION BY issued_at_ms / 1000) - 1,
    iif(length(CAST(search_text AS BLOB)) > 1000, char(1, 1, 1), search_text) FROM `certificates`;--> statement-breakpoint
CREATE TRIGGER `certificates_text` AFTER INSERT ON `certificates` BEGIN
  INSERT INTO `certificate_texts` (rowid, search_text)
    SELECT coalesce(max(id) + 1, new.issued_at_ms / 1000 << 20),
      iif(length(CAST(new.search_text AS BLOB)) > 1000, char(1, 1, 1), new.search_text)
    FROM `certificate_texts_docsize` WHERE id >= new.issued_at_ms / 1000 << 20 AND id < (new.issued_at_ms / 1000 + 1) << 20;
END;
