/** A reader or rule that throws loses its part of a scan, and nothing else. */
import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test';
import { InlineTasks } from '../../test/support/inline-tasks.ts';
import { sandboxDocument } from '../../test/support/sandbox-document.ts';
import { TaskFault } from '../domain/isolated-tasks.ts';
import type { DetailedReport } from '../domain/scan-report.ts';
import { Firings } from './containers/firing.ts';
import { PageExtractor } from './html/page-extractor.ts';
import { PageTokenizer } from './html/tokenizer.ts';
import { StaticEvaluator } from './javascript/static-evaluator.ts';
import { LinkCollector } from './journey/page-links.ts';
import { decodeFacts } from './page-output.ts';
import { PAGE_CPU_MS, PageReader } from './page-reader.ts';
import { RULES } from './rules/index.ts';
import { readThemeSource } from './theme/theme-reader.ts';
import { pixelTasks } from './worker-tasks.ts';

const URL_OF_PAGE = 'https://shop.example/';
const META = "fbq('init','700000000000101');";
const READ_FOR = { owners: ['test'], onCpuMs: () => {} };
const bodyOf = (text: string) => ({ bytes: Buffer.from(text), cut: false, decodedBytesMax: 1 << 20 });
const planted = () => {
  throw new Error('planted');
};

afterEach(() => mock.restore());

function open(): { reader: PageReader; faults: string[] } {
  const faults: string[] = [];
  const reader = new PageReader(new InlineTasks(pixelTasks), PAGE_CPU_MS, (fault) =>
    faults.push((fault as Error).stack ?? ''),
  );
  return { reader, faults };
}

/** Throws only on code that names PLANT. */
function plantInCode(method: 'tokenAt' | 'callArguments'): void {
  const original = StaticEvaluator.prototype[method] as (...args: unknown[]) => unknown;
  spyOn(StaticEvaluator.prototype, method).mockImplementation(function (this: StaticEvaluator, ...args: unknown[]) {
    if (this.text.includes('PLANT')) planted();
    return original.apply(this, args) as never;
  } as never);
}

async function pageReport(text: string): Promise<{ report: DetailedReport; faults: string[] }> {
  const { reader, faults } = open();
  const { report } = await reader.page(URL_OF_PAGE, bodyOf(text), READ_FOR, true);
  return { report, faults };
}

const rulesOf = ({ findings }: DetailedReport) => findings.map(({ rule_id }) => rule_id);

describe('an exception in the reader of', () => {
  test('a script of a page leaves the others, and the report says so', async () => {
    plantInCode('tokenAt');
    const { report, faults } = await pageReport(`<script>PLANT;${META}</script>\n<script>${META}</script>`);
    expect(rulesOf(report)).toContain('legacy_meta_pixel_call');
    expect(rulesOf(report)).toContain('scan_truncated');
    expect(report.state).toBe('partly_judged');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('planted');
  });

  test('an element', async () => {
    const original = PageExtractor.prototype['setBase' as 'end'];
    expect(original).toBeFunction();
    spyOn(PageExtractor.prototype, 'setBase' as 'end').mockImplementation(planted as never);
    const { report, faults } = await pageReport(`<base href="x"><script>${META}</script>`);
    expect(rulesOf(report)).toContain('legacy_meta_pixel_call');
    expect(report.state).toBe('partly_judged');
    expect(faults).toHaveLength(1);
  });

  test('the text of a page', async () => {
    spyOn(PageTokenizer.prototype, 'end').mockImplementation(planted);
    const { report, faults } = await pageReport(`<script>${META}</script><p>`);
    expect(report.state).not.toBe('judged');
    expect(faults.length).toBeGreaterThan(0);
  });

  test('its links', async () => {
    spyOn(LinkCollector.prototype, 'end').mockImplementation(planted);
    const { report, faults } = await pageReport(`<script>${META}</script>`);
    expect(rulesOf(report)).toContain('legacy_meta_pixel_call');
    expect(faults).toHaveLength(1);
  });

  test('a custom pixel', async () => {
    plantInCode('callArguments');
    const reference = { pixelId: '1234', version: '1', hash: 'a'.repeat(36) };
    const { reader, faults } = open();
    const text = sandboxDocument(`PLANT;${META}`, '1234');
    const { facts } = await reader.customPixel(reference, bodyOf(text), READ_FOR);
    expect(decodeFacts(facts)).toMatchObject([{ kind: 'unread', what: 'custom_pixel', id: '1234' }]);
    expect(faults).toHaveLength(1);
    const report = await reader.rules([{ facts }], READ_FOR);
    expect(report.not_looked_at).toMatchObject([{ kind: 'custom_pixel', id: '1234' }]);
  });

  test('a container', async () => {
    spyOn(Firings.prototype, 'isUsed').mockImplementation(planted);
    const script = `var data = {"resource":{"version":"1","macros":[],"tags":[{"function":"__html"}],"predicates":[],"rules":[]}}`;
    const { reader, faults } = open();
    const reference = {
      kind: 'gtm' as const,
      id: 'GTM-ABC2345',
      url: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC2345',
    };
    const { facts } = await reader.container(reference, { host: 'shop.example', pages: {} }, bodyOf(script), READ_FOR);
    expect(decodeFacts(facts)).toMatchObject([{ kind: 'unread', what: 'container', id: 'GTM-ABC2345' }]);
    expect(faults).toHaveLength(1);
  });

  test('a sitemap', async () => {
    spyOn(URL, 'parse').mockImplementation(planted);
    const { reader, faults } = open();
    const text = '<urlset><loc>https://shop.example/products/a</loc></urlset>';
    expect(await reader.sitemap('https://shop.example/sitemap.xml', bodyOf(text), READ_FOR)).toEqual({});
    expect(faults).toHaveLength(1);
  });

  test('a robots.txt allows nothing', async () => {
    const { reader } = open();
    const answer = await reader.robots(
      undefined as unknown as string,
      ['/cart'],
      bodyOf('User-agent: *\nAllow: /'),
      READ_FOR,
    );
    expect(answer.allowed).toEqual([false]);
  });

  test('a file of a theme', async () => {
    const original = PageExtractor.prototype.push;
    spyOn(PageExtractor.prototype, 'push').mockImplementation(function (this: PageExtractor, text: string) {
      if (text.includes('PLANT')) planted();
      original.call(this, text);
    });
    const texts = {
      'layout/theme.liquid': `<script>${META}</script>{% render 'bad' %}`,
      'snippets/bad.liquid': 'PLANT',
    };
    const files = Object.entries(texts).map(([path, text]) => ({ path, length: text.length }));
    const bytes = Buffer.from(Object.values(texts).join(''));
    const report = await readThemeSource(new InlineTasks(pixelTasks), { kind: 'files', files }, bytes, 'test');
    expect(rulesOf(report)).toContain('legacy_meta_pixel_call');
    expect(report.not_looked_at.map(({ reason }) => reason).join()).toContain('snippets/bad.liquid could not be read');
  });
});

test.each(RULES.map((rule) => [rule.id, rule] as const))('the rule %s may throw', async (id, rule) => {
  spyOn(rule, 'match').mockImplementation(planted);
  const { report, faults } = await pageReport(`<script>${META}</script>`);
  expect(rulesOf(report)).not.toContain(id);
  expect(report.not_looked_at.map(({ reason }) => reason).join()).toContain(`the rule ${id} could not be evaluated`);
  expect(report.score).toBeLessThan(90);
  expect(faults).toHaveLength(1);
});

test('a worker that throws outside of its readers loses only that part', async () => {
  const tasks = new InlineTasks(pixelTasks);
  tasks.fault = ({ task }) => (task === 'custom_pixel' ? new TaskFault('threw', 'planted', { cpuMs: 1 }) : undefined);
  const faults: unknown[] = [];
  const reader = new PageReader(tasks, PAGE_CPU_MS, (fault) => faults.push(fault));
  const reference = { pixelId: '1234', version: '1', hash: 'a'.repeat(36) };
  await expect(reader.customPixel(reference, bodyOf('x'), READ_FOR)).rejects.toMatchObject({ code: 'upstream_failed' });
  expect(faults).toHaveLength(1);
});
