import { describe, expect, test } from 'bun:test';
import certificateCase from '../../../test/fixtures/certificate-cases/09-exclusion-under-its-rule.json' with {
  type: 'json',
};
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { documentCases } from '../../../test/support/document-cases.ts';
import { squash, textsOf } from '../../../test/support/pdf-tools.ts';
import { structuredBody } from '../../../test/support/structured-body.ts';
import type { GccRequest } from '../../domain/certificate.ts';
import { makeCertificate } from '../issue/certificate.ts';
import { countryName } from '../issue/country-name.ts';
import { CertificateRequestSchema } from '../issue/request-schema.ts';
import { readRequest } from '../issue/validate.ts';
import { certificateContent, NOT_STATED } from './certificate-content.ts';
import { HEADINGS } from './certificate-items.ts';

const cases = documentCases();
const named = (name: string) => cases.find((each) => each.name.endsWith(name))!.certificate;
const contents = cases.map(({ name, certificate }) => ({
  name,
  certificate,
  content: certificateContent(certificate),
}));
interface Node {
  properties?: Record<string, Node>;
  items?: Node;
}

/** JSON pointers of all values, at any depth. */
function placesOf(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, `${at}/${key}`));
}

function contentOf(request: GccRequest) {
  const identity = { gccId: 'id', issuedAtMs: NOW_MS, verifyUrl: 'https://portside.example/verify/id' };
  return certificateContent(makeCertificate(request, identity));
}

const sectionOf = (name: string, number: number) =>
  certificateContent(named(name)).sections.find((section) => section.number === number)!;

describe('the content of a certificate', () => {
  test('has seven headings in order, each with at least one row', () => {
    for (const { name, content } of contents) {
      const numbered = content.sections.filter((section) => section.number !== undefined);
      expect(
        numbered.map(({ heading }) => heading),
        name,
      ).toEqual([...HEADINGS]);
      for (const section of content.sections) expect(section.rows.length, name).toBeGreaterThan(0);
    }
  });

  test('puts an exclusion under its rule, and one of no cited rule after all', () => {
    const { request } = certificateCase;
    const labelsOf = (body: object) =>
      contentOf(readRequest(body, NOW_MS, 'v2'))
        .sections.find(({ number }) => number === 2)!
        .rows.map(({ label, value }) => `${label}: ${value}`);
    expect(labelsOf(request)).toEqual([
      'Rule 1: 16 CFR part 1303',
      'Rule 2: 16 CFR part 1610',
      'Testing exclusion claimed for rule 2: 16 CFR 1610.1(d)(1)',
      'Rule 3: 16 CFR part 1632',
    ]);
    const [exclusion] = request.exclusions;
    const elsewhere = { ...request, exclusions: [{ ...exclusion!, citation: '16 CFR 1611.4' }] };
    expect(labelsOf(elsewhere).at(-1)).toBe('Testing exclusion claimed: 16 CFR 1611.4');
  });

  test('shows every note exactly once', () => {
    for (const { name, certificate, content } of contents) {
      const printed = content.sections
        .flatMap(({ number, rows }) => rows.flatMap((row) => [...(row.details ?? []), ...(number ? [] : [row.value])]))
        .map((text) => text?.replace(/^Note: /, ''));
      for (const { message } of certificate.notes) {
        const expected = certificate.notes.filter((note) => note.message === message).length;
        expect(printed.filter((text) => text === message).length, `${name}: ${message}`).toBe(expected);
      }
    }
  });

  test('does not claim that anything is certified, approved, compliant or verified', () => {
    const { certificate } = cases[0]!;
    const { title, basis, banner, footer, sections } = certificateContent({ ...certificate, citations: [], notes: [] });
    const words = [
      title,
      basis,
      banner?.heading,
      banner?.text,
      footer,
      ...sections.map((section) => section.heading),
    ].join(' ');
    expect(words).not.toMatch(/\b(certified|approved|complies|compliant|verified by|accredited by)\b/i);
  });

  test('shows a party with no stated field as one row', () => {
    expect(sectionOf('latin-contract-fields', 3).rows).toEqual([{ label: 'Name, address, e-mail, telephone' }]);
  });

  test('shows each missing item of a partly stated party', () => {
    const { rows } = sectionOf('certifier-only-in-part', 3);
    expect(rows.some((row) => row.value === undefined)).toBe(true);
    expect(rows.some((row) => row.value !== undefined)).toBe(true);
  });

  test('says that the rules are not stated if the only citation is a general statement', () => {
    const { missing } = named('blanket-statement-only');
    const { rows } = sectionOf('blanket-statement-only', 2);
    expect(missing).toEqual(['/cpsc_rules_cited']);
    expect(rows.map(({ label, value }) => [label, value])).toEqual([
      ['Rule 1', 'Complies with all CPSC rules'],
      ['Rules', undefined],
    ]);
    expect(certificateContent(named('blanket-statement-only')).banner?.missing).toContain('rules cited');
  });

  test('has no empty section even if the list of missing items is wrong', () => {
    const content = certificateContent({ ...named('latin-contract-fields'), missing: [] });
    expect(content.sections[2]!.rows).toEqual([{ label: 'Name, address, e-mail, telephone' }]);
  });

  test('names the state beside the id, and what is missing or has a defect in the banner', () => {
    for (const { name, certificate, content } of contents) {
      const { state, missing, defects } = certificate;
      expect(content.identity.find(({ label }) => label === 'State')?.value, name).toStartWith(
        state === 'incomplete' ? 'Incomplete' : 'All elements of 16 CFR 1110.11(a) stated',
      );
      expect(content.banner !== undefined, name).toBe(state !== 'stated');
      expect(content.banner?.missing.includes('Missing: ') ?? false, name).toBe(missing.length > 0);
      expect(content.banner?.missing.includes('Defects: ') ?? false, name).toBe(defects.length > 0);
      expect(content.banner?.missing ?? '', name).not.toContain('Other (');
    }
  });

  test('has a row for every field that a request of version 2 can have', () => {
    const request = readRequest(structuredBody(), NOW_MS, 'v2');
    const schemaLeaves = (schema: Node, at: string): string[] => {
      if (schema.items) return schemaLeaves(schema.items, `${at}/0`);
      if (!schema.properties) return [at];
      return Object.entries(schema.properties).flatMap(([name, inner]) => schemaLeaves(inner, `${at}/${name}`));
    };
    const stated = new Set(placesOf(request, ''));
    const leaves = schemaLeaves(CertificateRequestSchema as Node, '').filter(
      (path) => !path.startsWith('/testing_lab/'),
    );
    // Address of the first laboratory: composed from its parts.
    expect(leaves.filter((path) => !stated.has(path) && path !== '/testing_labs/0/component')).toEqual([]);
    const { sections, identity } = contentOf(request);
    const printed = squash(JSON.stringify([identity, sections])).toLowerCase();
    // A country is printed by its name.
    for (const text of textsOf(request).map((text) => countryName(text)!))
      expect(printed).toContain(squash(JSON.stringify(text).slice(1, -1)).toLowerCase());
  });

  test('shows each of several laboratories with its rules, and a month as it was stated', () => {
    const { sections } = contentOf(readRequest(structuredBody(), NOW_MS, 'v2'));
    const rows = (number: number) => sections[number - 1]!.rows.map(({ label, value }) => `${label}: ${value}`);
    expect(rows(6)).toEqual(
      expect.arrayContaining([
        'Laboratory 1 of 2: Harbor Testing Laboratories',
        'Rules tested: 16 CFR part 1203',
        'Laboratory 2 of 2: Coating Laboratory',
        'Rules tested: 16 CFR part 1303',
        'Component tested: Coating of the shell',
      ]),
    );
    expect(rows(6).indexOf('Laboratory 2 of 2: Coating Laboratory')).toBeGreaterThan(
      rows(6).indexOf('Rules tested: 16 CFR part 1203'),
    );
    expect(rows(5)).toContain('Date of manufacture: 2025-03');
  });

  test('prints an address once, with its parts below it where they say something else', () => {
    const address = '88 Keji Road, Nanshan District, Shenzhen 518057, China';
    const parts = {
      line1: '88 Keji Road',
      line2: 'Nanshan District',
      city: 'Shenzhen',
      postal_code: '518057',
      country: 'CN',
    };
    const rowsWith = (manufacturer: object) => {
      const body = structuredBody();
      const request = readRequest(
        { ...body, manufacturer: { ...(body.manufacturer as object), ...manufacturer } },
        NOW_MS,
        'v2',
      );
      const rows = contentOf(request).sections[4]!.rows.filter(({ label }) => label.includes('ddress'));
      return rows.map(({ label, value, details }) => [label, value, ...(details ?? [])]);
    };
    expect(rowsWith({ address, address_parts: parts })).toEqual([['Address', address]]);
    const [row] = rowsWith({ address, address_parts: { ...parts, line1: '8 Keji Road' } });
    const [label, value, below, ...remarks] = row!;
    expect([label, value, below]).toEqual([
      'Address',
      address,
      'In parts: 8 Keji Road, Nanshan District, Shenzhen 518057, China',
    ]);
    expect(remarks.every((remark) => remark!.startsWith('Note: '))).toBe(true);
    expect(rowsWith({ address: undefined, address_parts: parts })).toEqual([
      ['Address', '88 Keji Road\nNanshan District\nShenzhen 518057\nChina'],
    ]);
  });

  test('says which provision excludes a product from testing where there is no laboratory', () => {
    const { testing_labs: _, ...body } = structuredBody();
    const request = readRequest({ ...body, cpsc_rules_cited: ['16 CFR part 1610'] }, NOW_MS, 'v2');
    const content = contentOf(request);
    expect(content.sections[5]!.rows).toEqual([{ label: 'Testing', value: 'Testing excluded: 16 CFR 1610.1(d)(1)' }]);
    expect(JSON.stringify(content)).not.toContain(NOT_STATED);
  });

  test('puts a note with an unknown path under its own heading', () => {
    const note = { path: '/somewhere/else', kind: 'odd', message: 'Odd.' };
    const content = certificateContent({ ...named('latin-contract-fields'), defects: [], notes: [note] });
    expect(content.sections.at(-1)).toEqual({
      heading: 'Defects and notes',
      rows: [{ label: 'somewhere else', value: 'Note: Odd.' }],
    });
  });
});
