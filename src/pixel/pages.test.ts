/**
 * Precision and recall on real storefront pages that were labelled by hand, and a set of hostile pages. The pages belong to other
 * people, so they are not part of this repository. Without them, these tests are skipped, and in CI they fail.
 */

import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { shared } from '../../test/support/paths.ts';
import { createMatcher, type MatchedPage } from './matcher.ts';

const SET = `${shared}/pixel`;
const present = existsSync(`${SET}/manifest.csv`);
const ABSENT = `${SET}/manifest.csv does not exist. Put the labelled storefront pages there.`;
if (!present) {
  process.stdout.write(`pixel pages: skipped, because ${ABSENT}\n`);
  test.if(Boolean(process.env.CI))('the labelled storefront pages are present in CI', () => {
    throw new Error(ABSENT);
  });
}

/** Labels that are wrong, each with the reason. */
const CORRECTIONS: Record<string, string> = {
  // The page has one gtm.js script element. It cannot be both the loader and a script that a running tag added.
  'ctl_tidal.html gtm GTM-5XWHVHQ:dom': '',
};

/** Installs without a label, each with the reason. */
const UNLABELLED: Record<string, string> = {
  // The noscript image of its conversion.js. The manifest lists tags of Google Ads only where gtag.js has them.
  'wanttosexy.html google_ads noscript AW-939450603': '',
};

const COLUMNS = { meta: 'meta', ga4: 'ga4', ua: 'ua', gtm: 'gtm', gads: 'google_ads', gt: 'google_tag' } as const;
const FORMS: Record<string, string> = { appscript: 'app_embed', dom: 'injected', webpixel: 'web_pixel' };

function parseCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((cell) =>
        cell[1]!.replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    );
  return rows.map((row) => Object.fromEntries(head!.map((name, i) => [name, row[i] ?? ''])));
}

function scan(text: string): MatchedPage {
  const matcher = createMatcher();
  matcher.push(text);
  return matcher.finish({ url: 'https://t.example/' });
}

function decode(path: string): string {
  const bytes = readFileSync(path);
  const mark = bytes.readUInt16BE(0);
  return new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8').decode(bytes);
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

class Tally {
  right = 0;
  missed: string[] = [];
  wrong: string[] = [];
  precision(): number {
    return this.right + this.wrong.length === 0 ? 1 : this.right / (this.right + this.wrong.length);
  }
  recall(): number {
    return this.right + this.missed.length === 0 ? 1 : this.right / (this.right + this.missed.length);
  }
}

describe.skipIf(!present)('labelled storefront pages', () => {
  test('ids of every vendor and form are found with precision and recall of at least 0.98', () => {
    const rows = parseCsv(readFileSync(`${SET}/manifest.csv`, 'utf8'));
    const tallies = new Map<string, Tally>();
    const count = (keys: string[], kind: 'right' | 'missed' | 'wrong', what: string): void => {
      for (const key of keys) {
        const tally = tallies.get(key) ?? new Tally();
        tallies.set(key, tally);
        if (kind === 'right') tally.right++;
        else tally[kind].push(what);
      }
    };
    for (const row of rows) {
      const page = scan(decode(`${SET}/pages/${row.file}`));
      const wanted = new Set<string>();
      for (const [column, vendor] of Object.entries(COLUMNS)) {
        for (const label of (row[column] ?? '').split('|').filter(Boolean)) {
          const [id, form = ''] = label.split(':');
          const isInstall = form !== 'mention' && form !== 'broken';
          if (isInstall && !(`${row.file} ${column} ${label}` in CORRECTIONS))
            wanted.add(`${vendor} ${FORMS[form] ?? form} ${id}`);
        }
      }
      const found = new Set<string>();
      for (const fact of page.facts) {
        const isLabelled = fact.kind === 'tag' && fact.id !== undefined && !fact.invalid;
        // The manifest has no label for tags that wait for consent, and no column for Optimize.
        if (isLabelled && fact.form !== 'gated' && fact.vendor !== 'optimize')
          found.add(`${fact.vendor} ${fact.form} ${fact.id}`);
      }
      for (const what of wanted) {
        const [vendor, form] = what.split(' ');
        count(['all', vendor!, `${vendor} ${form}`], found.has(what) ? 'right' : 'missed', `${row.file} ${what}`);
      }
      for (const what of found) {
        const [vendor, form] = what.split(' ');
        if (!wanted.has(what) && !(`${row.file} ${what}` in UNLABELLED))
          count(['all', vendor!, `${vendor} ${form}`], 'wrong', `${row.file} ${what}`);
      }
    }
    const table = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1));
    print('vendor and form             right missed wrong precision recall');
    for (const [key, tally] of table) {
      const cells = [tally.right, tally.missed.length, tally.wrong.length].map((n) => String(n).padStart(6)).join('');
      print(
        `${key.padEnd(26)}${cells} ${tally.precision().toFixed(3).padStart(9)} ${tally.recall().toFixed(3).padStart(6)}`,
      );
      for (const what of key === 'all' ? [...tally.missed, ...tally.wrong] : []) print(`  ${what}`);
    }
    for (const [key, tally] of table) {
      expect(tally.precision(), `precision of ${key}`).toBeGreaterThanOrEqual(0.98);
      expect(tally.recall(), `recall of ${key}`).toBeGreaterThanOrEqual(0.98);
    }
    expect(tallies.get('all')!.right).toBeGreaterThan(100);
  }, 60_000);

  const expected: { file: string; must: string[]; must_not: string[] }[] = present
    ? JSON.parse(readFileSync(`${SET}/hostile/expected.json`, 'utf8'))
    : [];
  test.each(expected)(
    'hostile page $file fires the rules that it must and none that it must not',
    ({ file, must, must_not }) => {
      const rules = new Set(scan(decode(`${SET}/hostile/${file}`)).report.findings.map((finding) => finding.rule_id));
      expect([...must].filter((rule) => !rules.has(rule))).toEqual([]);
      expect([...must_not].filter((rule) => rules.has(rule))).toEqual([]);
    },
  );
});
