/** Where things are, so that a test may move without its paths changing. */
import { join } from 'node:path';

/** The repository's root. */
export const root = join(import.meta.dir, '../..');
export const certificateRequests = join(root, 'test/fixtures/certificate-requests');
export const tariffTables = join(root, 'test/fixtures/tariff');
/** Material of the project's owner that is not part of this repository. Absent in a fresh clone. */
export const shared = join(root, '../shared');
