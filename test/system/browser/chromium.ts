/** Debian's Chromium for the tests of pages, and what they ask of every page. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

export const CHROMIUM = process.env.PORTSIDE_CHROMIUM ?? '/usr/bin/chromium';

/** What these tests need and this machine lacks. With CI=true that is an error. */
export const missing = [
  ...(process.env.PORTSIDE_BIN ? [] : ['PORTSIDE_BIN (run `bun run build`)']),
  ...(existsSync(CHROMIUM) ? [] : [CHROMIUM]),
];
if (missing.length > 0) {
  const reason = `the browser tests need ${missing.join(' and ')}`;
  if (process.env.CI === 'true') throw new Error(reason);
  process.stderr.write(`skipped: ${reason}\n`);
}

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'].concat(
  '--disable-background-networking',
  '--disable-component-update',
);

/** How long a page may take until it shows what a test waits for. It may wait for a worker on a busy machine. */
const WAIT_MS_MAX = 90_000;

/** @param args further arguments of Chromium */
export async function launch(args: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...args] });
  browser.on('context', (context) => context.setDefaultTimeout(WAIT_MS_MAX));
  return browser;
}

/** Rules of axe whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page: the rules of WCAG 2.2 AA and its best practices.
 * @param rules those of colours only, when the others were tried on the same page in another scheme
 * @param without a selector of what was tried on another page
 */
export async function violations(page: Page, rules: 'all' | 'colours' = 'all', without?: string): Promise<string[]> {
  // A click returns when the next page begins, which has no style yet.
  await page.waitForLoadState();
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource());
  const only = rules === 'colours' ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: TAGS };
  return page.evaluate(
    async ({ options, without }) => {
      type Axe = {
        run(
          context: object,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(without ? { exclude: [[without]] } : document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    },
    {
      options: {
        runOnly: only,
        // Otherwise axe describes each element that passed, which takes half as long as the rules.
        resultTypes: ['violations'],
      },
      without,
    },
  );
}

let axe: string | undefined;
function axeSource(): string {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
}
