/**
 * One certificate as an entry of the registry's import envelope. The attestation is not in it: certifying is a step of its own
 * (`doCertify`), which the certifier takes in the registry and which we never switch on. The certifier belongs to the account.
 */
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import type { FiledHistory } from '../../domain/filing.ts';
import { hasLatinText } from '../issue/english.ts';
import { isTestingExcluded } from '../issue/exclusions.ts';
import { checkEnvelope } from './check-envelope.ts';
import type { CitationCodes } from './citation-codes.ts';
import { type FiledCodes, filedCodes } from './filed-codes.ts';
import { filedRequest } from './filed-request.ts';
import { type Gap, gapAt, gapOf, mergedGaps } from './gaps.ts';
import { chooseIdentifiers } from './identifiers.ts';
import {
  isCpscAccepted,
  type KeyedParties,
  type KeyedParty,
  keyedParties,
  listOf,
  type PartyContent,
} from './parties.ts';
import { placesElsewhere } from './places.ts';
import { registryCountry } from './registry-country.ts';
import type { RegistryEntry, RegistryLab, RegistryPoc } from './registry-format.ts';
import { derivedVersion } from './registry-keys.ts';
import type { Violation } from './violation.ts';

const POC_TYPES = {
  importer: 'Importer',
  manufacturer: 'Manufacturer',
  laboratory: 'Laboratory',
  broker: 'Broker',
  other: 'Other',
} as const;
const ASSIGNED_BY = { manufacturer: 'Manufacturer', seller: 'Seller' } as const;

export interface FiledCertificate {
  gccId: string;
  request: GccRequest;
  /** The version in the registry that this one replaces, as the caller states it. Null: none. Absent: it follows from what is known. */
  updates?: string | null;
  /** The certificates that it supersedes, the newest first. */
  supersedes?: readonly Pick<FiledCertificate, 'gccId' | 'request'>[];
}

/** Something that the request states and that the entry has no place for. */
interface LeftOut {
  /** JSON pointer into the request. */
  field: string;
  reason: string;
}

export interface EntryDraft {
  /** May be filed only if there is no gap. */
  entry: RegistryEntry;
  gaps: Gap[];
  leftOut: LeftOut[];
  /** Codes of the entry that no source of CPSC confirms. */
  inferredCodes: string[];
  parties: KeyedParties;
}

/** @param history what was filed before for the same certifier, and earlier in the same envelope */
export function draftEntry(
  { gccId, request: stated, updates, supersedes }: FiledCertificate,
  history: FiledHistory,
  codes: CitationCodes,
  nowMs: number,
): EntryDraft {
  const { request, placeholders } = filedRequest(stated);
  const { product_info: product } = request;
  const identifiers = chooseIdentifiers(request);
  const { primary, others, tooLong } = identifiers;
  const parties = keyedParties(request);
  const filed = filedCodes(request, codes);
  const versionId = product.version_id ?? derivedVersion(gccId);
  const earlier = (history.versions.get(primary?.value ?? '') ?? []).filter((each) => each.gccId !== gccId);
  const updated =
    updates === undefined ? (earlier.at(-1)?.versionId ?? supersededVersion(supersedes, primary)) : updates;
  const poc = pocOf(request, parties.poc);
  const newParties = new NewParties(history);
  const entry: RegistryEntry = {
    coreProduct: {
      versionId,
      primaryProductId: primary?.value,
      primaryProductIdType: primary?.name,
      ...(others.length > 0 && {
        identifiers: others.map(({ name, value }) => ({ identifier: value, identType: name })),
      }),
      certificateType: 'GCC',
      name: product.name_en ?? product.name,
      tradeBrandName: product.trade_name,
      description: (product.description_en ?? product.description)?.replaceAll('\n', ' '),
      color: product.color,
      style: product.style,
      manufacturer: parties.manufacturer.party,
      manufactureDate: monthAndYear(product.date_of_manufacture),
      productionStartDate: product.production_start && monthDayYear(product.production_start),
      productionEndDate: product.production_end && monthDayYear(product.production_end),
      lotNumber: product.lot,
      ...(product.lot !== undefined && {
        lotNumberAssignedBy: product.lot_assigned_by && ASSIGNED_BY[product.lot_assigned_by],
      }),
      ...lastTestDate(request),
      ...(parties.labs.length > 0 && { labs: labsOfEntry(request, parties, filed) }),
      ...(filed.exemptions.length > 0 && { exemptions: filed.exemptions }),
      poc,
    },
    directives: {
      productUpdate: updated ? 'Y' : 'N',
      ...(updated && { versionIdToUpdate: updated }),
      manufacturer: newParties.directive(parties.manufacturer),
      ...(parties.labs.length > 0 && { labs: parties.labs.map((lab) => newParties.directive(lab)) }),
      poc: newParties.directive(parties.poc),
    },
  };

  const own = [
    ...filed.gaps,
    ...(primary
      ? []
      : [
          gapOf(
            { path: '/primaryProductId', text: 'needs an identifier of at most 19 characters' },
            request,
            identifiers,
          ),
        ]),
    ...labNumberGaps(request),
    ...countryGaps(request, parties),
    ...newParties.gaps(parties),
    ...(updated === versionId || earlier.some((each) => each.versionId === versionId)
      ? [gapAt('/product_info/version_id', '/versionId', 'is filed already for this product. Use another version')]
      : []),
  ];
  const checked = { coreProduct: entry.coreProduct, directives: newParties.wholeDirectives(entry, parties) };
  const violations = [...checkEnvelope({ productList: [withoutUndefined(checked)] }, nowMs), ...notInEnglish(entry)]
    // `filedCodes` says why a laboratory has no code, and directives repeat what the product says.
    .filter(({ path }) => !path.endsWith('/citationCodes') && !path.includes('/directives/'))
    // Nothing has to be tested, although an exclusion may lack a code.
    .filter(({ path }) => !(/\/(?:labs|lastTestDate)$/.test(path) && isTestingExcluded(request)));
  const gaps = mergedGaps(own, violations, (violation) => gapOf(violation, request, identifiers));
  const leftOut = [
    ...tooLong.map(({ path }) => ({
      field: path,
      reason: 'Longer than the registry takes. Other identifiers are filed.',
    })),
    ...(product.lot === undefined && product.lot_assigned_by !== undefined
      ? [{ field: '/product_info/lot_assigned_by', reason: 'There is no lot number.' }]
      : []),
    ...placesElsewhere(stated).map((field) => ({
      field,
      reason: 'The record has only the addresses of the parties, and this place is not where that address is.',
    })),
    ...leftOutTestDates(request),
    ...leftOutContacts(request),
    ...placeholders
      .filter((field) => !gaps.some((gap) => gap.field === field || field.startsWith(`${gap.field}/`)))
      .map((field) => ({ field, reason: 'It states nothing.' })),
  ];
  return { entry: withoutUndefined(entry), gaps, leftOut, inferredCodes: filed.inferred, parties };
}

function labsOfEntry(request: GccRequest, { labs: keyed }: KeyedParties, { byLab }: FiledCodes): RegistryLab[] {
  return labsOf(request).map(({ lab }, index) => ({
    ...(isCpscAccepted(lab.cpsc_id)
      ? { type: 'ITL' as const, cpscId: lab.cpsc_id! }
      : { type: 'LAB' as const, ...keyed[index]!.party }),
    citationCodes: byLab[index]!,
    testReportId: lab.report_number,
    testURL: lab.report_url,
    // What was tested is not said to be the whole product where nobody says so.
    ...(lab.component !== undefined && { isComponent: true as const, componentDescription: lab.component }),
  }));
}

/** Public clients send name and address of the keeper only for `Other`: the registry knows the others. */
function pocOf({ records_contact: records }: GccRequest, keyed: KeyedParty | undefined): RegistryPoc {
  return { type: records?.role && POC_TYPES[records.role], ...keyed?.party };
}

/** The latest of all laboratories (16 CFR 1110.11(a)(6): the most recent date). */
function lastTestDate(request: GccRequest): { lastTestDate?: string } {
  const latest = latestTest(request);
  return latest === undefined ? {} : { lastTestDate: monthDayYear(latest) };
}

function latestTest(request: GccRequest): string | undefined {
  return labsOf(request)
    .map(({ lab }) => lab.test_date)
    .sort()
    .at(-1);
}

/** The version of the certificate that this one supersedes, if both are of one product. */
function supersededVersion(
  supersedes: FiledCertificate['supersedes'] = [],
  primary: { name: string; value: string } | undefined,
): string | undefined {
  const before = supersedes.find(({ request }) => {
    const own = chooseIdentifiers(filedRequest(request).request).primary;
    return own !== undefined && own.name === primary?.name && own.value === primary.value;
  });
  return before && (before.request.product_info.version_id ?? derivedVersion(before.gccId));
}

const PARTY_TEXTS = [
  'name',
  'addressLine1',
  'addressLine2',
  'city',
  'stateProvince',
  'country',
  'componentDescription',
];
const PRODUCT_TEXTS = ['name', 'tradeBrandName', 'description', 'color', 'style'];

/** Texts without a Latin letter: what a certificate must state stands in English (15 U.S.C. 2063(g)(2)). */
function notInEnglish({ coreProduct }: RegistryEntry): Violation[] {
  const { manufacturer, labs = [], poc } = coreProduct;
  const all: [at: string, texts: object, names: readonly string[]][] = [
    ['', coreProduct, PRODUCT_TEXTS],
    ['/manufacturer', manufacturer, PARTY_TEXTS],
    ...labs.map((lab, index): [string, object, string[]] => [`/labs/${index}`, lab, PARTY_TEXTS]),
    ['/poc', poc, PARTY_TEXTS],
  ];
  return all.flatMap(([at, texts, names]) =>
    names.flatMap((name) => {
      const text = (texts as Record<string, string | undefined>)[name];
      if (text === undefined || !/\p{L}/u.test(text) || hasLatinText(text)) return [];
      const why = 'has no text in Latin letters, and the record must be in English (15 U.S.C. 2063(g)(2))';
      return [{ path: `/productList/0/coreProduct${at}/${name}`, text: why }];
    }),
  );
}

/** The record has one date, the latest. */
function leftOutTestDates(request: GccRequest): LeftOut[] {
  const latest = latestTest(request);
  return labsOf(request)
    .filter(({ lab }) => lab.test_date !== latest)
    .map(({ path }) => ({ field: `${path}/test_date`, reason: 'Only the latest date of testing is filed.' }));
}

function labNumberGaps(request: GccRequest): Gap[] {
  return labsOf(request).flatMap(({ path, lab }, index) =>
    lab.cpsc_id === undefined || isCpscAccepted(lab.cpsc_id)
      ? []
      : [gapAt(`${path}/cpsc_id`, `/labs/${index}/cpscId`, 'is not a CPSC laboratory number, which has four digits')],
  );
}

function countryGaps(request: GccRequest, parties: KeyedParties): Gap[] {
  const stated = [
    { at: '/manufacturer', party: parties.manufacturer, parts: request.manufacturer.address_parts },
    ...labsOf(request).map(({ lab }, index) => {
      return { at: `/labs/${index}`, party: parties.labs[index], parts: lab.address_parts };
    }),
    { at: '/poc', party: parties.poc, parts: request.records_contact?.address_parts },
  ];
  return stated.flatMap(({ at, party, parts }) => {
    if (!party || !parts || parts.country === undefined || registryCountry(parts.country) !== undefined) return [];
    const text = 'is not a country: write two letters (ISO 3166-1) or its English name';
    return [gapAt(`${party.path}/address_parts/country`, `${at}/country`, text)];
  });
}

/** The registry makes a party once and looks it up afterwards. Saying `Y` twice is its error 2005. */
class NewParties {
  readonly #known: Map<string, string | undefined>;

  constructor(history: FiledHistory) {
    this.#known = new Map(history.parties);
  }

  directive(keyed: KeyedParty | undefined): { isNew: 'Y' | 'N'; alternateId?: string } {
    if (!keyed) return { isNew: 'N' };
    const { alternateId } = keyed.party;
    const isNew = !this.#known.has(alternateId);
    if (isNew) this.#known.set(alternateId, keyed.contentSha256);
    return { isNew: isNew ? 'Y' : 'N', alternateId };
  }

  /**
   * The directives that the details of a party are checked by: as if each were new, except one that somebody else made. A party that
   * stands in the entry twice is told once only, but with what it lacks stated at one place it is two parties.
   */
  wholeDirectives(
    { directives }: RegistryEntry,
    { manufacturer, labs, poc }: KeyedParties,
  ): RegistryEntry['directives'] {
    const whole = (keyed: KeyedParty | undefined) => {
      const isNew = keyed && this.#known.get(keyed.party.alternateId) !== undefined ? 'Y' : 'N';
      return { isNew } as const;
    };
    return {
      ...directives,
      manufacturer: whole(manufacturer),
      ...(labs.length > 0 && { labs: labs.map(whole) }),
      poc: whole(poc),
    };
  }

  /** A key that already stands for other details: the registry would file those, not the ones of this certificate. */
  gaps(parties: KeyedParties): Gap[] {
    const labs = parties.labs.map((party, index) => ({ party, at: `/labs/${index}` }));
    const all = [{ party: parties.manufacturer, at: '/manufacturer' }, ...labs, { party: parties.poc, at: '/poc' }];
    return all.flatMap(({ party, at }) => {
      const known = party && this.#known.get(party.party.alternateId);
      if (!party || known === undefined || known === party.contentSha256) return [];
      const text = 'stands for a party with other details already. Use another key, or the same details';
      return [gapAt(`${party.path}/alternate_id`, `${at}/alternateId`, text)];
    });
  }
}

/** Parties of which the registry has its own record, so that what the request states of them is not filed. */
function leftOutContacts(request: GccRequest): LeftOut[] {
  const { records_contact: records } = request;
  const labs = labsOf(request).flatMap(({ path, lab }) => {
    const { name, address, email, phone } = lab;
    if (!isCpscAccepted(lab.cpsc_id)) return [];
    return statedFields(path, { name, address, email, phone }, 'The registry knows the laboratory by its CPSC number.');
  });
  if (!records || records.role === undefined || records.role === 'other') return labs;
  const { name, address, email, phone } = records;
  return [
    ...labs,
    ...statedFields('/records_contact', { name, address, email, phone }, 'Filed only where the role is other.'),
  ];
}

function statedFields(
  path: string,
  fields: PartyContent & { address?: string | undefined },
  reason: string,
): LeftOut[] {
  return Object.entries(fields).flatMap(([name, text]) =>
    text === undefined ? [] : [{ field: `${path}/${name}`, reason }],
  );
}

function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function monthAndYear(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

function monthDayYear(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
}

/** What later entries of the same envelope, and later filings, find filed. */
export function withEntry(history: FiledHistory, { entry, parties }: EntryDraft, gccId: string): FiledHistory {
  const { primaryProductId: product, versionId } = entry.coreProduct;
  const known = new Map(history.parties);
  for (const { party, contentSha256 } of listOf(parties)) {
    if (!known.has(party.alternateId)) known.set(party.alternateId, contentSha256);
  }
  const versions = new Map(history.versions);
  if (product !== undefined) versions.set(product, [...(versions.get(product) ?? []), { versionId, gccId }]);
  return { parties: known, versions };
}
