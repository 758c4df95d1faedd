/**
 * The metals headings of 2025-03-12 to 2026-04-05 as rules. The lists of that time name a heading and a rate for each
 * number; the exceptions from them were not read, so a heading is sure only where the rules say that no exception fits.
 */
import type { Listing } from '../../domain/tariff-list.ts';
import type { Condition } from './condition.ts';
import type { Rule, Rules } from './rules.ts';

const ONE_HEADING = /^99\d\d\.\d\d\.\d\d$/;
const QUESTION = 'metals-2025-exceptions';

/** Two rules for each subdivision that lists the number: the heading of the list, and a heading that was not read. */
export function metals2025Rules(listings: readonly Listing[], rules: Rules): Rule[] {
  const byNote = new Map(listings.map((listing) => [listing.terms.note, listing]));
  return [...byNote.values()].flatMap((listing) => rulesOf(listing, rules));
}

function rulesOf(listing: Listing, { names, questions }: Rules): Rule[] {
  const { terms, from, to } = listing;
  const [own = '', unread = ''] = questions.get(QUESTION)?.readings ?? [];
  const settled = settledCondition(listing, names.definitions);
  const shared = {
    programme: 'metals',
    note: terms.note,
    from,
    to,
    yields_to: terms.programme === 'aluminum' ? ['9903.85.67', '9903.85.68'] : [],
    column_2_free: false,
    free_content: null,
    specific: null,
    outside: false,
    confidence: 'S',
  } as const;
  const id = `metals-2025/${terms.programme}`;
  return [
    {
      ...shared,
      id,
      heading: headingOf(listing),
      rate: terms.rate,
      rate_kind: 'added',
      basis: terms.charged_on ?? 'full value',
      when: settled ? { kind: 'any', of: [settled, reading(own)] } : reading(own),
      source: terms.source,
    },
    {
      ...shared,
      id,
      heading: null,
      rate: null,
      rate_kind: 'added',
      basis: 'not read',
      when: settled ? { kind: 'all', of: [{ kind: 'not', of: settled }, reading(unread)] } : reading(unread),
      source: questions.get(QUESTION)?.source ?? '',
    },
  ];
}

function reading(is: string): Condition {
  return { kind: 'reading', question: QUESTION, is };
}

/** A list may print two headings for one rate; then the heading was not read. */
function headingOf({ terms }: Listing): string | null {
  return terms.ch99_heading !== null && ONE_HEADING.test(terms.ch99_heading) ? terms.ch99_heading : null;
}

function settledCondition(listing: Listing, definitions: ReadonlyMap<string, Condition>): Condition | undefined {
  if (listing.terms.programme === 'copper' || headingOf(listing) === null) return undefined;
  const name = listing.terms.kind === 'article' ? 'metals_2025_article_settled' : 'metals_2025_derivative_settled';
  return definitions.get(name);
}
