/**
 * From a citation to CPSC's code for it. CPSC's own table was not readable, so the built-in codes are mostly inferred from CFR
 * numbers (`data/entry/citation-codes.json`). A table that the operator imported replaces all of them.
 */
import rows from '../../../data/entry/citation-codes.json' with { type: 'json' };
import { citationsIn, findRule, hasForeignTitle, parseCitation } from '../issue/citations.ts';

type CodeKind = 'rule' | 'exclusion';

interface BuiltInCode {
  citation: string;
  kind: CodeKind;
  /** Of an exclusion; that of a rule is in the catalogue of rules. */
  certificate?: string;
  code?: string;
  basis: 'inferred' | 'seen in a client' | 'not found';
}

/** A row of the table that CPSC publishes. */
export interface ImportedCode {
  code: string;
  /** The provision that it stands for, where the table says so. */
  citation?: string;
  /** Where the table says so. */
  kind?: CodeKind;
}

/** A code, or why there is none. */
export type FoundCode = { code: string; inferred: boolean } | { fault: string };

export interface CitationCodes {
  /** @param citation as the request states it */
  find(citation: string, kind: CodeKind): FoundCode;
}

/** A code as it is listed. */
export interface ListedCode {
  code: string;
  citation: string;
  kind: string;
  basis: string;
}

/** The codes in use while no table was imported. */
export function builtInCodes(): ListedCode[] {
  return [...builtIn.values()].flatMap(({ code, citation, kind, basis }) =>
    code === undefined ? [] : [{ code, citation, kind, basis }],
  );
}

const keyOf = (citation: string) => parseCitation(citation)?.[0];
const builtIn = new Map((rows as BuiltInCode[]).map((row) => [keyOf(row.citation) ?? row.citation, row]));
const CFR_16 = '16 CFR ';

/** The codes in use: those of the imported table, or the built-in ones without it. */
export function citationCodes(imported?: readonly ImportedCode[]): CitationCodes {
  const find = imported ? importedFinder(imported) : findBuiltIn;
  return {
    find(citation, kind) {
      const key = keyOf(citation);
      if (citationsIn(citation).length > 1) return { fault: 'it names several rules. List each separately' };
      if (key === undefined) return { fault: 'it is not recognised as a citation' };
      if (hasForeignTitle(citation)) {
        return { fault: 'the words behind its number are not known as its title. Cite the number alone' };
      }
      const rule = findRule(citation);
      if (kind === 'rule' && rule?.certificate === 'CPC') {
        return { fault: "it is a rule for children's products, which need a Children's Product Certificate" };
      }
      if (kind === 'rule' && rule?.vacated && !imported)
        return { fault: 'a court is understood to have vacated the rule' };
      const built = builtIn.get(key);
      if (kind === 'exclusion' && built?.kind === 'exclusion' && built.certificate === 'CPC') {
        return { fault: "it is known as an exclusion for children's products only" };
      }
      return find(key, kind);
    },
  };
}

function findBuiltIn(key: string, kind: CodeKind): FoundCode {
  const row = builtIn.get(key);
  if (row && row.kind !== kind) return wrongKind(row.kind);
  if (row?.code !== undefined) return { code: row.code, inferred: row.basis === 'inferred' };
  return { fault: `no code is known for it${row ? '' : nearBy(key, kind)}. CPSC's own table can be imported` };
}

/** What the table lists of the same part: a section has no code of its own where its part has one. */
function nearBy(key: string, kind: CodeKind): string {
  const part = /^16 CFR \d{4}/.exec(key)?.[0];
  const near = [...builtIn.values()].filter((row) => {
    const rowKey = keyOf(row.citation);
    return row.kind === kind && row.code !== undefined && (rowKey === part || rowKey?.startsWith(`${part}.`));
  });
  return near.length === 0 ? '' : `, but for ${near.map(({ citation }) => citation).join(', ')}`;
}

function wrongKind(kind: CodeKind): FoundCode {
  return { fault: kind === 'rule' ? 'it is a rule, not a testing exclusion' : 'it is a testing exclusion, not a rule' };
}

function importedFinder(imported: readonly ImportedCode[]) {
  const byCode = new Map(imported.map((row) => [row.code.toLowerCase(), row]));
  const byCitation = new Map<string, ImportedCode[]>();
  for (const row of imported) {
    const key = row.citation === undefined ? undefined : keyOf(row.citation);
    if (key !== undefined) byCitation.set(key, [...(byCitation.get(key) ?? []), row]);
  }
  return (key: string, kind: CodeKind): FoundCode => {
    const cited = byCitation.get(key) ?? [];
    const fitting = cited.filter((row) => row.kind === undefined || row.kind === kind);
    if (new Set(fitting.map(({ code }) => code)).size > 1)
      return { fault: 'the imported table has several codes for it' };
    const named = key.startsWith(CFR_16) ? byCode.get(key.slice(CFR_16.length)) : undefined;
    const row = fitting[0] ?? cited[0] ?? named;
    if (!row) return { fault: 'the imported table has no code for it' };
    // The table need not say which of its codes are exclusions.
    const found = row.kind ?? builtIn.get(key)?.kind ?? kind;
    return found === kind ? { code: row.code, inferred: false } : wrongKind(found);
  };
}
