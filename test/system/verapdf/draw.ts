/** Writes every document of the test set into the folder given as first argument, for validators. */
import { join } from 'node:path';
import { renderCertificate } from '../../../src/entry/pdf/render-certificate.ts';
import { documentCases } from '../../support/document-cases.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: draw.ts FOLDER');
for (const { name, certificate, recordJson } of documentCases()) {
  await Bun.write(join(folder, `${name}.pdf`), renderCertificate(certificate, recordJson));
}
