/**
 * A second implementation of the lookup, to test the first: a linear scan over the rows of the files. It is slow, follows
 * the text of the rules and shares no code with src/tariff.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

interface Row {
  digits: string;
  derivative: boolean;
  rate: number;
  slug: string;
  name: string;
  from: string;
  to: string;
}

const read = (name: string) => JSON.parse(readFileSync(join(root, `data/tariff/${name}.json`), 'utf8'));

export function referenceRows(): Row[] {
  const articles = new Map<string, { slug: string; name: string }>();
  for (const row of read('articles').rows) articles.set(row.heading, { slug: row.slug, name: row.name });
  return ['note-16c', 'metals-2025', 'other-programmes'].flatMap((name) => {
    const file = read(name);
    return file.rows.map((row: { code: string; terms: string; from: string; to?: string }) => {
      const terms = file.terms[row.terms];
      const article = terms.article ?? articles.get(row.code.slice(0, 4));
      return {
        digits: row.code.split('.').join(''),
        derivative: terms.kind === 'derivative',
        rate: terms.rate,
        slug: article.slug,
        name: article.name,
        from: row.from,
        to: row.to ?? '9999-12-31',
      };
    });
  });
}

export function inForce(rows: Row[], date: string): Row[] {
  return rows.filter((row) => row.from <= date && date <= row.to);
}

/** The result of one code: parse, hit, in scope, status, then the articles and rates. `rows`: those in force. */
export function reference(rows: Row[], code: string): unknown {
  const parts = /^[ \t\n\v\f\r]*([0-9]{4})(?:\.?([0-9]{2})(?:\.?([0-9]{2})(?:\.?([0-9]{2}))?)?)?[ \t\n\v\f\r]*$/.exec(
    code,
  );
  const digits = parts ? parts.slice(1).join('') : '';
  if (!parts || /^(00|77|98|99)/.test(digits)) {
    return { code, hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] };
  }
  const covering = rows.filter((row) => row.digits === digits.substring(0, row.digits.length));
  const matched = covering.filter((row) => row.derivative);
  const ofHeading = rows.filter((row) => row.derivative && row.digits.substring(0, 4) === digits.substring(0, 4));
  const hit = matched.length > 0;
  const in_scope = covering.length > 0;
  let status = 'clear';
  if (in_scope) status = 'in_scope_no_bis14';
  if (ofHeading.length > 0) status = 'adjacent';
  if (hit) status = 'hit';
  const byRate = (a: Row, b: Row) => b.rate - a.rate || a.slug.localeCompare(b.slug);
  const ordered = [
    ...matched.sort((a, b) => b.digits.length - a.digits.length || byRate(a, b)),
    ...ofHeading.sort(byRate),
  ];
  const seen = new Set<string>();
  const adjacent_hits: unknown[] = [];
  for (const row of ordered) {
    const heading = row.digits.substring(0, 4);
    const key = `${heading}|${row.slug}|${row.rate}`;
    if (seen.has(key)) continue;
    seen.add(key);
    adjacent_hits.push({
      code_heading: heading,
      article_slug: row.slug,
      article_name: row.name,
      proposed_rate: row.rate,
    });
  }
  return { code, hit, in_scope, status, adjacent_hits };
}
