import { describe, expect, test } from 'bun:test';
import usualRequest from '../../../test/fixtures/usual-certificate.json';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { documentCases } from '../../../test/support/document-cases.ts';
import { pageContents } from '../../../test/support/page-contents.ts';
import { makeCertificate } from '../issue/certificate.ts';
import { readRequest } from '../issue/validate.ts';
import { type Content, certificateContent, type Row } from './certificate-content.ts';
import { type LaidOut, layOutCertificate } from './certificate-layout.ts';
import { PdfDocument } from './pdf-document.ts';
import type { LinkArea, Tag } from './tags.ts';

const PUBLIC = 'https://portside.acme-goods.com/verify/0b9f8a52-7c1d-4e6a-9d0b-000000000001';
const newDocument = () => new PdfDocument({ title: 'Title', createdMs: 0 });
const lay = (content: Content, verifyUrl = PUBLIC) => layOutCertificate(newDocument(), content, verifyUrl);
/** The operators of each page. */
function drawnPages(content: Content, verifyUrl = PUBLIC): string[] {
  const pdf = newDocument();
  const { structure, bookmarks } = layOutCertificate(pdf, content, verifyUrl);
  return pageContents(pdf.finish({ structure, bookmarks, attachment: undefined }));
}
const cases = documentCases().map(({ name, certificate }) => ({ name, content: certificateContent(certificate) }));
const named = (name: string) => cases.find((each) => each.name.endsWith(name))!.content;

const isTag = (kid: Tag['kids'][number]): kid is Tag => 'type' in kid;
const childrenOf = (element: Tag, type: string) => element.kids.filter(isTag).filter((kid) => kid.type === type);
/** The pages on which anything of `element` is drawn. */
function pagesOf(element: Tag): Set<number> {
  return new Set(element.kids.flatMap((kid) => (isTag(kid) ? [...pagesOf(kid)] : [kid.page])));
}
/** The sections with a table, as pairs of their heading and rows. */
function sectionsOf({ structure }: LaidOut): { heading: Tag; rows: Tag[] }[] {
  return childrenOf(structure, 'Sect').flatMap((section) => {
    const [heading] = childrenOf(section, 'H2');
    return heading ? [{ heading, rows: childrenOf(childrenOf(section, 'Table')[0]!, 'TR') }] : [];
  });
}
const rowsOf = (count: number, row: Partial<Row> = {}) =>
  Array.from({ length: count }, (_, i): Row => ({ label: `Item ${i}`, value: 'Text', ...row }));
const contentOf = (...sections: Row[][]): Content => ({
  ...named('latin-contract-fields'),
  banner: undefined,
  sections: sections.map((rows, index) => ({ number: index + 1, heading: `Heading ${index + 1}`, rows })),
});

describe('page breaks', () => {
  // Sections that end anywhere on a page: the first grows by a row until the others have moved down a whole page.
  const grown = Array.from({ length: 50 }, (_, count) => contentOf(rowsOf(count + 1), rowsOf(20), rowsOf(3)));
  const laidOut = [...cases.map(({ content }) => content), ...grown].map((content) => lay(content));

  test('leave no heading without a row of its section', () => {
    let sections = 0;
    for (const document of laidOut) {
      for (const { heading, rows } of sectionsOf(document)) {
        sections++;
        expect(pagesOf(rows[0]!).has([...pagesOf(heading)][0]!)).toBe(true);
      }
    }
    expect(sections).toBeGreaterThan(500);
  });

  test('leave no row alone at the head of a page', () => {
    let tables = 0;
    for (const document of grown.map((content) => lay(content))) {
      for (const { rows } of sectionsOf(document)) {
        const pages = rows.map((row) => Math.max(...pagesOf(row)));
        if (pages[0] === pages.at(-1)) continue;
        tables++;
        expect(pages.filter((page) => page === pages.at(-1)).length).toBeGreaterThan(1);
        expect(pages.filter((page) => page === pages[0]).length).toBeGreaterThan(1);
      }
    }
    expect(tables).toBeGreaterThan(20);
  });

  test('keep a short section whole', () => {
    for (const content of grown) {
      const { heading, rows } = sectionsOf(lay(content)).at(-1)!;
      expect(new Set([...pagesOf(heading), ...rows.flatMap((row) => [...pagesOf(row)])]).size).toBe(1);
    }
  });

  test('leave the first row of a group with the next', () => {
    let moved = 0;
    for (let count = 1; count < 90; count++) {
      const group = (): Row[] => [{ label: 'Laboratory', value: 'Name', startsGroup: true }, ...rowsOf(8)];
      const { rows } = sectionsOf(lay(contentOf(rowsOf(count), [...group(), ...group(), ...group()])))[1]!;
      for (const index of [0, 9, 18]) {
        expect([...pagesOf(rows[index]!)]).toEqual([...pagesOf(rows[index + 1]!)]);
        if (index && !pagesOf(rows[index - 1]!).has([...pagesOf(rows[index]!)][0]!)) moved++;
      }
    }
    expect(moved).toBeGreaterThan(5);
  });

  test('split no row that fits on a page, unless it is tall', () => {
    for (const content of Array.from({ length: 40 }, (_, count) =>
      contentOf(rowsOf(count + 1), rowsOf(20, { value: 'a\nb\nc\nd' })),
    )) {
      for (const { rows } of sectionsOf(lay(content))) for (const row of rows) expect(pagesOf(row).size).toBe(1);
    }
  });

  test('continue a banner that is longer than a page', () => {
    const missing = Array.from({ length: 200 }, (_, i) => `Defect ${i}`).join('\n');
    const content = { ...contentOf(rowsOf(3)), banner: { heading: 'Heading', text: 'Text', missing } };
    const banner = childrenOf(lay(content).structure, 'Sect')[0]!;
    expect([...pagesOf(banner)].length).toBeGreaterThan(2);
    // Nothing is drawn below the foot of a page.
    const baselines = drawnPages(content).flatMap((page) =>
      Array.from(page.matchAll(/1 0 0 1 \S+ (\S+) Tm/g), ([, y]) => Number(y)),
    );
    expect(Math.min(...baselines)).toBe(792 - 768);
  });
});

describe('short rows', () => {
  const short = (label: string, value: string, more: Partial<Row> = {}): Row => ({
    label,
    value,
    short: true,
    ...more,
  });
  /** How far from the bottom of the page the label of each row is. */
  const rowsDrawn = (rows: Row[]) => {
    const [page] = drawnPages(contentOf(rows));
    const heights = Array.from(page!.matchAll(/\/TH <<.*?1 0 0 1 \S+ (\S+) Tm/gs), ([, y]) => Number(y));
    return heights.slice(-rows.length);
  };

  test('share a line with the next, in the order in which they are read', () => {
    const [one, two, three, four] = rowsDrawn([
      short('E-mail', 'a@acme.example'),
      short('Telephone', '+1 510 555 0142'),
      short('Date', '2026-03-20'),
      short('Name', 'Acme'),
    ]);
    expect([one, three]).toEqual([two, four]);
    expect(one).toBeGreaterThan(three!);
  });

  test.each([
    ['a value that is too long', short('E-mail', `${'a'.repeat(40)}@acme.example`), short('Telephone', '1')],
    [
      'a second one that is too long',
      short('E-mail', 'a@acme.example'),
      short('Place', 'A place with a long name, far away'),
    ],
    ['one that is missing', short('E-mail', 'a@acme.example'), { label: 'Telephone', short: true } as Row],
    ['a defect', short('E-mail', 'a@acme.example', { details: ['Defect: Wrong.'] }), short('Telephone', '1')],
    ['one from right to left', short('Name', 'שלום'), short('Title', 'שלום')],
    ['one that is not short', { label: 'Product', value: 'Helmet' }, short('Model', '1')],
    ['a link', short('Report', 'https://a.example/1', { link: 'https://a.example/1' }), short('Number', '1')],
  ])('have lines of their own beside %s', (_, first, second) => {
    const [one, two] = rowsDrawn([first, second]);
    expect(one).toBeGreaterThan(two!);
  });
});

test('a usual certificate that states everything is one page', () => {
  const identity = { gccId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', issuedAtMs: NOW_MS, verifyUrl: PUBLIC };
  const certificate = makeCertificate(readRequest(usualRequest, NOW_MS, 'v2'), identity);
  expect(certificate.state).toBe('stated');
  const pages = drawnPages(certificateContent(certificate));
  expect(pages.length).toBe(1);
  // Trade marks are in the face of the text.
  expect([...new Set(pages[0]!.match(/\/F\d+ /g))].length).toBe(2);
});

describe('what is missing or has a defect', () => {
  /** Bars left of values: 2.5 points wide. */
  const bars = (rows: Row[]) =>
    drawnPages(contentOf(rows))
      .join('')
      .match(/^161 \S+ 2\.5 \S+ re$/gm)?.length ?? 0;

  test('is marked by a bar, so that it stands out without colour', () => {
    expect(bars([{ label: 'A' }])).toBe(1);
    expect(bars([{ label: 'A', value: 'B', details: ['Defect: C.', 'Note: D.', 'Defect: E.'] }])).toBe(2);
    expect(bars([{ label: 'A', value: 'Defect: B.' }])).toBe(1);
    expect(bars([{ label: 'A', value: 'B', details: ['Note: C. Defect: D.', 'Title'] }])).toBe(0);
  });

  test('is marked on each page over which it is split', () => {
    expect(bars([...rowsOf(3), { label: 'A', value: `Defect: ${'long '.repeat(3000)}` }])).toBeGreaterThan(1);
  });
});

describe('the replacement text', () => {
  test.each([
    ['one line of ASCII', undefined],
    ['Line 1\nLine 2', 'Line 1\nLine 2'],
    ['Nghĩa Hưng', 'Nghĩa Hưng'],
    ['\ud800x', '\ufffdx'],
    // Has no agreed meaning. pdfcpu also takes U+E000 for half of a pair.
    ['\ue000\u{f0000}', '[U+E000][U+F0000]'],
  ])('of %j is %j', (value, actualText) => {
    const [section] = sectionsOf(lay(contentOf([{ label: 'Product', value }])));
    const [cell] = childrenOf(section!.rows[0]!, 'TD');
    expect(childrenOf(cell!, 'P')[0]!.attributes.actualText).toBe(actualText);
  });
});

describe('bookmarks', () => {
  test('name every section of a document of several pages in its own words, where it starts', () => {
    for (const { name, content } of cases) {
      const { canvases, bookmarks, structure } = lay(content);
      const sections = sectionsOf({ canvases, bookmarks, structure });
      const titles = content.sections.map(({ number, heading }) => (number ? `${number} ${heading}` : heading));
      expect([name, bookmarks.map(({ title }) => title)]).toEqual([name, canvases.length > 1 ? titles : []]);
      bookmarks.forEach(({ page }, index) => {
        expect(page).toBe([...pagesOf(sections[index]!.heading)][0]!);
      });
    }
  });

  test('are left out of a single page', () => {
    const { canvases, bookmarks } = lay(contentOf(rowsOf(3)));
    expect([canvases.length, bookmarks]).toEqual([1, []]);
  });
});

describe('the verify address', () => {
  const linksOf = (element: Tag): Tag[] =>
    element.kids.filter(isTag).flatMap((kid) => (kid.type === 'Link' ? [kid] : linksOf(kid)));
  const addressed = (verifyUrl: string) => {
    const content = contentOf(rowsOf(3, { value: 'https://elsewhere.acme-goods.com/' }));
    return lay(
      { ...content, identity: [...content.identity.slice(0, 2), { label: 'Verify at', value: verifyUrl }] },
      verifyUrl,
    );
  };

  test('is the only link, though a text of the request looks like one', () => {
    const links = linksOf(addressed(PUBLIC).structure);
    expect(links.length).toBe(1);
    const link = { page: 0, link: { target: PUBLIC } };
    expect(links[0]!.kids).toMatchObject([{ page: 0 }, link]);
  });

  test('has beside it only links of rows that are web addresses', () => {
    const links = (link: string) => linksOf(lay(contentOf(rowsOf(1, { value: link, link }))).structure).length;
    expect(links('https://reports.acme-goods.com/1?lang=en')).toBe(1);
    expect(links('javascript:app.alert(1)')).toBe(0);
    expect(links('https://your-bank.com@acme-goods.com/')).toBe(0);
  });

  test('of any length is one link over all its lines', () => {
    const long = `https://${'portside.'.repeat(20)}acme-goods.com/verify/1`;
    const [link] = linksOf(addressed(long).structure);
    expect(link!.kids[1]).toMatchObject({ link: { target: long } });
    expect((link!.kids[1] as { link: LinkArea }).link.lines.length).toBeGreaterThan(1);
  });

  test('that is not public puts the words of a test on every page, once', () => {
    const bands = (verifyUrl: string) =>
      drawnPages(named('one-hundred-citations'), verifyUrl).map(
        (page) => page.split('\n0 0 612 22 re\nf\n').length - 1,
      );
    const testBands = bands('http://127.0.0.1:8080/verify/1');
    expect(testBands.length).toBeGreaterThan(2);
    expect(new Set(testBands)).toEqual(new Set([1]));
    expect(new Set(bands(PUBLIC))).toEqual(new Set([0]));
  });
});
