/** Debian's Chromium for the tests of pages, and what they ask of every page. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

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

export const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'].concat(
  '--disable-background-networking',
  '--disable-component-update',
);

/** What axe finds on the page: the rules of WCAG 2.2 AA and its best practices. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource());
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return page.evaluate(async (values) => {
    type Axe = {
      run(
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    };
    const { axe } = globalThis as unknown as { axe: Axe };
    const result = await axe.run({ runOnly: { type: 'tag', values } });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  }, tags);
}

let axe: string | undefined;
function axeSource(): string {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
}
