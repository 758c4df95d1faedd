import { describe, expect, test } from 'bun:test';
import { documentCases } from '../../../test/support/document-cases.ts';
import { certificateContent, HEADINGS } from './certificate-content.ts';

const cases = documentCases();
const named = (name: string) => cases.find((each) => each.name.endsWith(name))!.certificate;
const contents = cases.map(({ name, certificate }) => ({
  name,
  certificate,
  content: certificateContent(certificate),
}));
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

  test('puts a note with an unknown path under its own heading', () => {
    const note = { path: '/somewhere/else', kind: 'odd', message: 'Odd.' };
    const content = certificateContent({ ...named('latin-contract-fields'), defects: [], notes: [note] });
    expect(content.sections.at(-1)).toEqual({
      heading: 'Defects and notes',
      rows: [{ label: 'somewhere else', value: 'Note: Odd.' }],
    });
  });
});
