// Written by tools/generate.ts from the OpenAPI documents of the server. Do not edit.

/** The fields that every answer of an operation has. An answer without one is refused. */
export const REQUIRED: Readonly<Record<string, string>> = {
  browseTariffSchedule: 'as_of children law_read_to list_versions node revision',
  changeWatch: 'audit_id created_at every id kind looks name numbers status stores subject webhook webhook_secret',
  createCertificate:
    'defects filing gaps gcc_pdf_url gcc_pdf_url_expires_at id issued_at missing pdf_bytes product request revocation_reason revoked_at sha256 state status successor_id verify_url',
  createEntryBatch:
    'accepted_at charged_day counts ended_at errors errors_omitted expires_at failure id lines_done lines_total progress result_url started_at status units_charged units_returned',
  createPixelAudit:
    'accepted_at charged_day counts ended_at errors errors_omitted expires_at failure id lines_done lines_total progress result_url started_at status units_charged units_returned',
  createTariffAudit:
    'accepted_at as_of charged_day columns counts data_versions ended_at errors errors_omitted expires_at failure id law_read_to lines_done lines_total progress readings result_url started_at status units_charged units_returned',
  createWatch: 'audit_id created_at every id kind looks name numbers status stores subject webhook webhook_secret',
  deleteParty: 'alternate_id deleted',
  deleteWatch: 'deleted id',
  downloadTariffListJson: 'as_of list_id rows source terms title version',
  explainHtsCode:
    'announced as_of code conditions coverage hit in_scope law_read_to matched near_misses next_changes other_programmes removed replaces retired_on schedule status successors unsettled_law',
  fileCertificate: 'certifier_id decided_at errors import_id product_id sent_at state version_id',
  generateCertificate: 'gcc_id gcc_pdf_url',
  linkCertificate: 'gcc_pdf_url gcc_pdf_url_expires_at',
  listCertificates: 'certificates next_cursor',
  listEntryBatchLines: 'lines lines_done lines_total may_grow next_cursor',
  listEntryBatches: 'jobs next_cursor',
  listEvents: 'events has_more next_cursor',
  listFilings: 'filings',
  listParties: 'next_cursor parties',
  listPixelAuditLines: 'lines lines_done lines_total may_grow next_cursor',
  listPixelAudits: 'jobs next_cursor',
  listPixelRules: 'rules',
  listTariffAuditHeadings: 'as_of data_versions headings law_read_to lines_counted lines_done lines_total may_grow',
  listTariffAuditLines: 'as_of columns data_versions law_read_to lines lines_done lines_total may_grow next_cursor',
  listTariffAudits: 'jobs next_cursor',
  listTariffChanges: 'added announced from law_read_to moved other_measures removed rerated scheduled to',
  listTariffChapters: 'as_of children law_read_to list_versions node revision',
  listTariffLists: 'law lists other_measures schedule',
  listWatchEvents: 'events has_more next_cursor',
  listWatches: 'next_cursor watches',
  lookupHtsCodes: 'results',
  putParty:
    'accreditation_id address address_parts alternate_id cpsc_id created_at email name name_en phone records_role roles updated_at',
  readAccount: 'key limits open_jobs resources use',
  readCertificate:
    'defects filing gaps id issued_at missing pdf_bytes product request revocation_reason revoked_at sha256 state status successor_id verify_url',
  readEntryBatch:
    'accepted_at charged_day counts ended_at errors errors_omitted expires_at failure id lines_done lines_total progress result_url started_at status units_charged units_returned',
  readParty:
    'accreditation_id address address_parts alternate_id cpsc_id created_at email name name_en phone records_role roles updated_at',
  readPixelAudit:
    'accepted_at charged_day counts ended_at errors errors_omitted expires_at failure id lines_done lines_total progress result_url started_at status units_charged units_returned',
  readRegistryEnvelope: 'productList',
  readTariffAudit:
    'accepted_at as_of charged_day columns counts data_versions ended_at errors errors_omitted expires_at failure id law_read_to lines_done lines_total progress readings result_url started_at status units_charged units_returned',
  readTariffHistory:
    'announced as_of code exists first_day law_read_to periods removed replaces retired_on successors unsettled_law',
  readWatch: 'audit_id created_at every id kind looks name numbers status stores subject webhook',
  redeliverEvent: 'body created_at delivery id type watch_id',
  revokeCertificate:
    'defects filing gaps id issued_at missing pdf_bytes product request revocation_reason revoked_at sha256 state status successor_id verify_url',
  rotateOwnKey: 'created_at expires_at key name old_key_until owner prefix scope',
  rotateWatchSecret: 'old_secret_until webhook_secret',
  scanPixels: 'findings graph looked_at not_looked_at page_kind pages score score_explanation severity_counts state',
  scanStorefront: 'findings score severity_counts',
  scanStorefrontOnce:
    'findings graph looked_at not_looked_at page_kind pages score score_explanation severity_counts state',
  searchCitations: 'citations',
  searchTariffSchedule: 'all_words as_of law_read_to query results revision total unknown words',
  testWatch: 'body created_at delivery id type watch_id',
  verifyCertificate: 'gcc_id issued_at revoked sha256 state status',
  workOutDuties: 'results',
  workOutDuty:
    'alternatives announced code contradictory_facts declare displaced duty duty_needs entry_date law_read_to missing_facts open_questions origin outside programmes settled unsettled_law versions',
};
