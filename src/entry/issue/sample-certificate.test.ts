import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { extractPages, hasPrograms } from '../../../test/support/pdf-tools.ts';
import { tempDir } from '../../../test/support/temp.ts';
import type { Certificate } from '../../domain/certificate.ts';
import { PortsideError } from '../../domain/errors.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { renderCertificate } from '../pdf/render-certificate.ts';
import { SampleCertificate, type SampleParts } from './sample-certificate.ts';

const renderHere: SampleParts['render'] = async (certificate, recordJson) => renderCertificate(certificate, recordJson);
const baseUrl = () => 'https://portside.acme-goods.com/';

test('the sample states all elements, leads to its own verify page, and is the same bytes each time', async () => {
  const drawn: Certificate[] = [];
  const render: SampleParts['render'] = (certificate, ...rest) => {
    drawn.push(certificate);
    return renderHere(certificate, ...rest);
  };
  const [one, other] = [new SampleCertificate({ render, baseUrl }), new SampleCertificate({ render, baseUrl })];
  expect((await one.read()).sha256).toBe((await other.read()).sha256);
  await one.read();
  expect(drawn.length).toBe(2);
  expect(drawn[0]).toMatchObject({ gccId: SAMPLE_ID, state: 'stated', missing: [], defects: [], notes: [] });
  expect(drawn[0]!.verifyUrl).toBe(`https://portside.acme-goods.com/verify/${SAMPLE_ID}`);
});

test('a sample that could not be drawn is drawn at the next call', async () => {
  let calls = 0;
  const sample = new SampleCertificate({
    render: (...order) => {
      if (calls++ === 0) throw new PortsideError('unavailable');
      return renderHere(...order);
    },
    baseUrl: () => 'https://portside.example',
  });
  expect(sample.read()).rejects.toMatchObject({ code: 'unavailable' });
  expect((await sample.read()).sha256).toMatch(/^[0-9a-f]{64}$/);
});

test.skipIf(!hasPrograms('pdftotext'))('each page of the sample says that it is one', async () => {
  const { pdf } = await new SampleCertificate({ render: renderHere, baseUrl }).read();
  const file = join(tempDir(), 'sample.pdf');
  await Bun.write(file, pdf);
  const pages = await extractPages(file);
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect(page).toContain('SAMPLE: this is not a certificate.');
});
