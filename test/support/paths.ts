/** Paths that tests share, so that a test can move without changing them. */
import { join } from 'node:path';

/** The repository's root. */
export const root = join(import.meta.dir, '../..');
export const certificateRequests = join(root, 'test/fixtures/certificate-requests');
export const tariffTables = join(root, 'test/fixtures/tariff');
/** Source material that is not part of this repository. Absent in a fresh clone; tests that need it are skipped then. */
export const shared = join(root, '../shared');
