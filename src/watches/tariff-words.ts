/** A change of duties in the words of a broker. */
import type { DutyTerm, TariffChange } from '../domain/tariff-outlook.ts';

/** Changes that a summary names; the event lists all. */
const NAMED_MAX = 5;

/** `14 of your 200 numbers change on 2027-01-01: 25 to 30 percent, by note 37(d), heading 9903.76.02 (wood).` */
export function tariffSummary(changes: readonly TariffChange[], watched: number, today: string): string {
  const touched = new Set(changes.flatMap(({ codes }) => codes)).size;
  const dates = new Set(changes.map(({ effective_date }) => effective_date));
  const numbers =
    watched === 1
      ? 'Your number'
      : `${touched.toLocaleString('en-US')} of your ${watched.toLocaleString('en-US')} numbers`;
  const verb = watched === 1 || touched === 1 ? 'changes' : 'change';
  const [only] = dates;
  const head = dates.size === 1 ? `${numbers} ${verb} ${when(only!, today)}` : `${numbers} ${verb}`;
  const parts = changes.slice(0, NAMED_MAX).map((change) => {
    const whom = changes.length === 1 ? '' : `${count(change.codes.length)} `;
    const day = dates.size === 1 ? '' : `${when(change.effective_date, today)} `;
    return `${whom}${day}${whom || day ? 'from ' : ''}${step(change)}`;
  });
  const more = changes.length - parts.length;
  return `${head}: ${parts.join('; ')}${more > 0 ? `; and ${more} more changes` : ''}.`;
}

function when(date: string, today: string): string {
  return date <= today ? `with effect from ${date}` : `on ${date}`;
}

function count(numbers: number): string {
  return numbers === 1 ? '1 number' : `${numbers.toLocaleString('en-US')} numbers`;
}

const STANDINGS = { law: '', announced: 'announced, not law: ', withdrawn: 'no longer announced: ' };

function step({ before, after, programme, certainty, what, headings = [] }: TariffChange): string {
  if (what !== undefined) {
    const by = headings.length > 0 ? `, heading ${headings.join(', ')}` : '';
    const standing = STANDINGS[certainty];
    return `${standing}${what} (${words(programme)}${by})`;
  }
  const authority = after.length > 0 ? after : before;
  const notes = [...new Set(authority.map(({ note }) => note))].join(', ');
  const ch99 = [...new Set(authority.flatMap(({ ch99_heading }) => ch99_heading ?? []))].join(', ');
  return `${rates(before, after)}, by note ${notes}${ch99 ? `, heading ${ch99}` : ''} (${words(programme)})`;
}

/** `25 to 30 percent` where only the rate differs; otherwise both sides in full. */
function rates(before: readonly DutyTerm[], after: readonly DutyTerm[]): string {
  const [was, is] = [before[0], after[0]];
  const isPlain = (terms: readonly DutyTerm[]) =>
    terms.length === 1 && isAdded(terms[0]!) && terms[0]!.coverage !== 'part';
  if (isPlain(before) && isPlain(after) && was!.rate !== is!.rate) return `${was!.rate} to ${is!.rate} percent`;
  const [from, to] = [side(before), side(after)];
  return from === to ? `${from}, on other terms` : `${from} to ${to}`;
}

function isAdded({ rate, rate_kind }: DutyTerm): boolean {
  return rate !== null && rate_kind === 'additional';
}

function side(terms: readonly DutyTerm[]): string {
  return terms.length === 0 ? 'no duty' : [...new Set(terms.map(termWords))].join(' or ');
}

function termWords({ rate, rate_kind, charged_on, coverage }: DutyTerm): string {
  const kind = rate_kind === 'total_incl_column1' ? ' in total' : '';
  const base = charged_on === 'metal content' ? ' on the metal content' : '';
  const part = coverage === 'part' ? ' on part of its goods' : '';
  return `${rate === null ? 'a minimum import price' : `${rate} percent${kind}${base}`}${part}`;
}

function words(programme: string): string {
  return programme.replaceAll('_', ' ');
}
