/** What the fields of an envelope must say of one another. */
import { isObject } from '../../domain/fields.ts';
import { isCpscLabId, isGtin } from '../issue/notes.ts';
import { registryDay } from './field-formats.ts';
import { isAbsent, type Report } from './violation.ts';

type Fields = Record<string, unknown>;

/** The directives of an entry are about the parties of its product, and there is one for each laboratory. */
export function checkEntry({ coreProduct: core, directives }: Fields, path: string, report: Report): void {
  if (!isObject(core) || !isObject(directives)) return;
  const labs = core.labs ?? [];
  const told = directives.labs ?? [];
  if (Array.isArray(labs) && Array.isArray(told)) {
    if (labs.length !== told.length) {
      report(`${path}/directives/labs`, `has ${told.length} entries for ${labs.length} laboratories`);
    }
    for (const [index, lab] of labs.entries()) {
      checkSameParty(lab, told[index], `${path}/directives/labs/${index}`, report);
    }
  }
  for (const name of ['manufacturer', 'poc']) {
    checkSameParty(core[name], directives[name], `${path}/directives/${name}`, report);
  }
}

function checkSameParty(party: unknown, told: unknown, path: string, report: Report): void {
  if (!isObject(party) || !isObject(told)) return;
  for (const key of ['alternateId', 'gln']) {
    if (!isAbsent(told[key]) && told[key] !== party[key]) report(`${path}/${key}`, "is not the party's own");
  }
}

export function checkCore(core: Fields, path: string, report: Report): void {
  checkIdentifier(core.primaryProductId, core.primaryProductIdType, `${path}/primaryProductId`, report);
  for (const [index, one] of listOf(core.identifiers).entries()) {
    if (!isObject(one)) continue;
    checkIdentifier(one.identifier, one.identType, `${path}/identifiers/${index}/identifier`, report);
  }
  const start = registryDay(core.productionStartDate, 'MM/DD/YYYY');
  const end = registryDay(core.productionEndDate, 'MM/DD/YYYY');
  if (start !== undefined && end !== undefined && end < start) {
    report(`${path}/productionEndDate`, 'is before productionStartDate');
  }
  for (const [index, lab] of listOf(core.labs).entries()) {
    if (isObject(lab)) checkCodes(lab.citationCodes, `${path}/labs/${index}/citationCodes`, report);
  }
  checkCodes(core.exemptions, `${path}/exemptions`, report);
}

function checkIdentifier(value: unknown, kind: unknown, path: string, report: Report): void {
  if (typeof value !== 'string') return;
  if (kind === 'GTIN' && !isGtin(value)) {
    report(path, 'is not a GTIN: 8, 12, 13 or 14 digits, the last of which checks the others');
  } else if (kind === 'UPC' && !(value.length === 12 && isGtin(value))) {
    report(path, 'is not a UPC: 12 digits, the last of which checks the others');
  }
}

function checkCodes(codes: unknown, path: string, report: Report): void {
  const seen = new Set<string>();
  for (const [index, code] of listOf(codes).entries()) {
    if (typeof code !== 'string') continue;
    if (seen.has(code)) report(`${path}/${index}`, 'is listed twice');
    seen.add(code);
  }
}

export function checkLab({ type, cpscId }: Fields, path: string, report: Report): void {
  if (type === 'ITL' && typeof cpscId === 'string' && cpscId.trim() !== '' && !isCpscLabId(cpscId)) {
    report(`${path}/cpscId`, 'is not a CPSC laboratory number, which has four digits');
  }
}

/** The registry knows a certificate by product and version. */
export function checkDuplicates(products: readonly unknown[], report: Report): void {
  const seen = new Map<string, number>();
  for (const [index, entry] of products.entries()) {
    const core = isObject(entry) ? entry.coreProduct : undefined;
    if (!isObject(core)) continue;
    const { primaryProductId: product, versionId: version } = core;
    if (isAbsent(product) || isAbsent(version)) continue;
    const key = JSON.stringify([product, version]);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else
      report(
        `/productList/${index}/coreProduct/versionId`,
        `is the same product and version as in /productList/${first}`,
      );
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
