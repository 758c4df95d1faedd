/**
 * What a line takes when it does not say it itself: the parties of a second sheet, and values that hold for every line. A certificate
 * must never mix two parties, so a party that a line names takes nothing from elsewhere.
 */
import { type FaultDetail, PortsideError } from '../../domain/errors.ts';
import { pointerTo } from '../../domain/json-pointer.ts';
import { type Cell, cellText, type TableRow } from '../../domain/table.ts';
import { readCell } from './cells.ts';
import { PARTIES, type PartyName } from './columns.ts';
import { plainHeading, readHeading, readParty, readPartyHeading } from './header.ts';
import { headingFault, refusedHeader } from './sheet-columns.ts';
import { shown } from './shown.ts';

export type Value = string | boolean | string[];
/** Values by name of column. */
export type Values = Readonly<Record<string, Value>>;

export interface Party {
  party: PartyName;
  values: Values;
}

export interface Defaults {
  parties: readonly Party[];
  values: Values;
}

/** Fields of a test, not of who made it: a line that states them does not name a laboratory. */
const OF_THE_TEST = ['test_date', 'test_place', 'report_number', 'report_url', 'component', 'rules'];

const PARTY_NAMES = Object.keys(PARTIES) as PartyName[];

/**
 * The sheet of parties: one row for each, with the column `party` that says which party it is.
 * @throws PortsideError `invalid_request` whose `details` name every cell at fault
 */
export function readParties(header: readonly Cell[], headerLine: number, rows: readonly TableRow[]): Party[] {
  const headings = header.map((cell) => cellText(cell).trim());
  const partyAt = headings.findIndex((heading) => plainHeading(heading) === 'party');
  const faults: FaultDetail[] = [];
  if (partyAt < 0) {
    const message =
      'The sheet of parties needs a column "party": importer, manufacturer, records_contact or testing_lab.';
    throw refusedHeader([headingFault(0, headerLine, message)]);
  }
  for (const [at, heading] of headings.entries()) {
    const isKnown = heading === '' || at === partyAt || PARTY_NAMES.some((party) => readPartyHeading(party, heading));
    if (!isKnown) {
      faults.push(headingFault(at, headerLine, `"${shown(heading)}" is not a column of a sheet of parties.`));
    }
  }
  const parties = rows.map(({ line, cells }) => {
    const party = readParty(cellText(cells[partyAt]));
    if (!party) {
      const message = 'Must be importer, manufacturer, records_contact or testing_lab.';
      faults.push(headingFault(partyAt, line, message));
      return undefined;
    }
    const values: Record<string, Value> = Object.create(null);
    for (const [at, cell] of cells.entries()) {
      if (at === partyAt || cellText(cell).trim() === '') continue;
      const column = headings[at] ? readPartyHeading(party, headings[at]) : undefined;
      const read = column && readCell(cell, column.kind);
      if (!column) faults.push(headingFault(at, line, `${party} has no such field.`));
      else if (read && 'fault' in read) faults.push(headingFault(at, line, `${column.name} ${read.fault}`));
      else if (read) values[column.name] = read.value;
    }
    return { party, values };
  });
  if (faults.length > 0) throw refusedHeader(faults);
  return parties.filter((party) => party !== undefined);
}

/**
 * Values for every line, by heading: `importer_name`.
 * @throws PortsideError `invalid_request` whose `details` name every one at fault
 */
export function readDefaultValues(given: Readonly<Record<string, string>>): Values {
  const values: Record<string, Value> = Object.create(null);
  const faults: FaultDetail[] = [];
  for (const [heading, text] of Object.entries(given)) {
    const path = pointerTo('/defaults', heading.slice(0, 100));
    const read = readHeading(heading);
    const value = read && readCell(text, read.column.kind);
    if (!read || read.number !== undefined) faults.push({ path, message: 'is not a column of a batch.' });
    else if (value && 'fault' in value) faults.push({ path, message: value.fault });
    else if (value) values[read.column.name] = value.value;
  }
  if (faults.length > 0) throw new PortsideError('invalid_request', { details: faults.slice(0, 100) });
  return values;
}

/**
 * The values of a line with those that it takes from elsewhere, by name of column. They are of the first laboratory alone: further
 * ones state everything themselves, but may be taken from the sheet of parties by their `alternate_id`.
 * @returns why it cannot be decided which party is meant, as a fault of a column
 */
export function withDefaults(
  stated: Values,
  { parties, values }: Defaults,
): { values: Values } | { column: string; fault: string } {
  const taken: Record<string, Value> = Object.create(null);
  for (const party of PARTY_NAMES) {
    const chosen = chooseParty(party, stated, parties);
    if (typeof chosen === 'string') return { column: `${party}_alternate_id`, fault: chosen };
    Object.assign(taken, chosen ?? ofParty(party, values, namesItself(party, stated)));
  }
  for (const [name, value] of Object.entries(values)) {
    if (!PARTY_NAMES.some((party) => name.startsWith(`${party}_`))) taken[name] = value;
  }
  return { values: { ...taken, ...stated } };
}

/** The row of the sheet of parties that a line means; a text says why that is unknown. */
function chooseParty(party: PartyName, stated: Values, parties: readonly Party[]): Values | string | undefined {
  const rows = parties.filter((row) => row.party === party);
  const key = `${party}_alternate_id`;
  if (rows.length === 0) return undefined;
  if (namesItself(party, stated)) return {};
  const wanted = stated[key];
  if (wanted === undefined) {
    return rows.length === 1
      ? rows[0]!.values
      : `is empty, and the sheet of parties has ${rows.length} rows of ${party}. Say which one is meant.`;
  }
  const found = rows.filter(({ values }) => values[key] === wanted);
  if (found.length === 1) return found[0]!.values;
  return found.length === 0
    ? `names a party that the sheet of parties does not have.`
    : `names ${found.length} rows of the sheet of parties.`;
}

/** Whether a line says who a party is, with more than its key. */
function namesItself(party: PartyName, stated: Values): boolean {
  return Object.keys(stated).some(
    (name) =>
      name.startsWith(`${party}_`) &&
      name !== `${party}_alternate_id` &&
      !OF_THE_TEST.includes(name.slice(party.length + 1)),
  );
}

function ofParty(party: PartyName, values: Values, isNamed: boolean): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => name.startsWith(`${party}_`) && (!isNamed || OF_THE_TEST.includes(name.slice(party.length + 1))),
    ),
  );
}
