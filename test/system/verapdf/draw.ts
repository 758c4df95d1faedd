/**
 * Writes every document of the test set for validators: whole into FOLDER/documents, and without its attachment into
 * FOLDER/bare. Prints how many there are.
 *   bun test/system/verapdf/draw.ts FOLDER
 */
import { join } from 'node:path';
import { renderCertificate } from '../../../src/entry/pdf/render-certificate.ts';
import { corpusCases, documentCases } from '../../support/document-cases.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: draw.ts FOLDER');
const cases = [...documentCases(), ...corpusCases()];
for (const { name, certificate, recordJson } of cases) {
  await Bun.write(join(folder, 'documents', `${name}.pdf`), renderCertificate(certificate, recordJson));
  await Bun.write(join(folder, 'bare', `${name}.pdf`), renderCertificate(certificate));
}
process.stdout.write(`${cases.length}\n`);
