/** The name of a revision of the schedule, and which of two is newer. An export does not say which revision it is. */

const NAME = /(20\d\d)[ _-]?(?:hts)?[ _-]?(?:(basic)|rev(?:ision)?[ _-]?(\d{1,2})(?!\d))/i;

/** `2026 Rev 21`, from a name that contains it as USITC writes it: `hts_2026_revision_21_json.json`, `2026HTSRev21`. */
export function revisionIn(name: string): string | null {
  const [, year, basic, revision] = NAME.exec(name) ?? [];
  if (year === undefined) return null;
  return basic ? `${year} Basic` : `${year} Rev ${Number(revision)}`;
}

/** Which of two revisions is newer: negative if `a` is older, 0 if they are the same, NaN if one is unknown. */
export function compareRevisions(a: string, b: string): number {
  return rank(a) - rank(b);
}

function rank(text: string): number {
  const [, year, basic, revision] = NAME.exec(text) ?? [];
  return year === undefined ? Number.NaN : Number(year) * 100 + (basic ? 0 : Number(revision));
}
