/**
 * The text of a certificate as data: the seven headings in the order of 16 CFR 1110.11(a), each item of `certificate-items.ts` under
 * its heading, and fixed words for what was not stated. The text quotes no regulation, infers nothing and claims nothing.
 */
import {
  type AddressParts,
  type Certificate,
  type CertificateState,
  type Defect,
  type GccRequest,
  labsOf,
  type Note,
} from '../../domain/certificate.ts';
import { composedAddress, namesAllParts } from '../issue/address.ts';
import { isExclusionOf, testedRules } from '../issue/exclusions.ts';
import { HEADINGS, IDENTIFIER_LABELS, ITEMS, type Item, LAB_ITEMS } from './certificate-items.ts';

export const NOT_STATED = 'Not stated in the request.';

/** A row of a table: one labelled item. `value` is absent if the request did not state it. */
export interface Row {
  label: string;
  value?: string;
  /** Smaller text below the value: a rule's title, a defect, a note. */
  details?: string[];
  /** The web address that the value is. */
  link?: string;
  /** The first of several rows about one laboratory. */
  startsGroup?: true;
  /** It and a short row beside it may be on one line. */
  short?: true;
}

export interface Section {
  /** 1 to 7 for the headings of part 1110; absent for sections after them. */
  number?: number;
  heading: string;
  rows: Row[];
}

export interface Content {
  title: string;
  basis: string;
  identity: Row[];
  /** Absent when all elements are stated and no defect was found. `missing` says what is missing, and what has a defect. */
  banner?: { heading: string; text: string; missing: string };
  sections: Section[];
  footer: string;
}

interface StateText {
  /** Beside the id of the certificate. */
  identity: string;
  banner?: { heading: string; text: string };
}

const STATE_TEXTS: Record<CertificateState, StateText> = {
  incomplete: {
    identity: 'Incomplete: not all elements of 16 CFR 1110.11(a) are stated',
    banner: {
      heading: 'Incomplete: not yet usable as a certificate',
      text:
        'Prepared from the data in the request. The finished product certifier must supply the items marked “Not stated” and make ' +
        'the attestation before this is used as a certificate.',
    },
  },
  stated_with_defects: {
    identity: 'All elements of 16 CFR 1110.11(a) stated, with defects',
    banner: {
      heading: 'All elements stated, with defects',
      text:
        'Prepared from the data in the request. The finished product certifier must correct the items marked “Defect” before this ' +
        'is used as a certificate.',
    },
  },
  stated: { identity: 'All elements of 16 CFR 1110.11(a) stated' },
};

/** The certificate's text in the order of the page. */
export function certificateContent(certificate: Certificate): Content {
  const { gccId, issuedAtMs, verifyUrl, state } = certificate;
  const { identity, banner } = STATE_TEXTS[state];
  const page = new CertificateRows(certificate);
  return {
    title: 'General Certificate of Conformity',
    basis: 'Consumer Product Safety Act, 15 U.S.C. 2063(a)(1)  ·  16 CFR part 1110',
    identity: [
      { label: 'Certificate ID', value: gccId },
      { label: 'Issued', value: `${utcMinute(issuedAtMs)} UTC` },
      { label: 'State', value: identity },
      { label: 'Verify at', value: verifyUrl },
    ],
    banner: banner && { ...banner, missing: page.findings() },
    sections: page.sections(),
    footer: 'Made from data supplied in a request. The data was not verified.',
  };
}

function utcMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

/** Where a path of the request is on the page. */
interface Place {
  path: string;
  section: number;
  label: string;
}

/** The rows of all sections. */
class CertificateRows {
  readonly #certificate: Certificate;
  readonly #all: readonly (Note | Defect)[];

  constructor(certificate: Certificate) {
    this.#certificate = certificate;
    this.#all = [...certificate.defects, ...certificate.notes];
  }

  sections(): Section[] {
    const rowsOf = [
      this.#product(),
      this.#rules(),
      this.#items(3),
      this.#items(4),
      this.#items(5),
      this.#tests(),
      this.#items(7),
    ];
    return [
      ...HEADINGS.map((heading, index) => ({ number: index + 1, heading, rows: rowsOf[index]! })),
      ...this.#otherRemarks(),
    ];
  }

  /** "Missing: 3 Finished product certifier (name, address)." and "Defects: 7 Attestation by the certifier (date).", a line each. */
  findings(): string {
    const { missing, defects } = this.#certificate;
    return [
      ...(missing.length > 0 ? [`Missing: ${this.#byHeading(missing)}.`] : []),
      ...(defects.length > 0 ? [`Defects: ${this.#byHeading(defects.map(({ path }) => path))}.`] : []),
    ].join('\n');
  }

  #product(): Row[] {
    const identifiers = (this.#certificate.request.identifiers ?? []).map(({ type, value }, index) => ({
      label: IDENTIFIER_LABELS[type],
      value,
      details: this.#remarks(`/identifiers/${index}`),
      short: true as const,
    }));
    return [...this.#items(1), ...identifiers];
  }

  #rules(): Row[] {
    const { citations, request, missing } = this.#certificate;
    const claimed = request.exclusions.map(({ citation, basis }, index) => ({
      rule: citations.findIndex(({ text }) => isExclusionOf(citation, text)),
      citation,
      details: [`Basis: ${basis}`, ...this.#remarks(`/exclusions/${index}`)],
    }));
    // An exclusion stands under its rule, or after all of them if that is not cited.
    const under = (rule: number): Row[] =>
      claimed
        .filter((exclusion) => exclusion.rule === rule)
        .map(({ citation, details }) => ({
          label: rule < 0 ? 'Testing exclusion claimed' : `Testing exclusion claimed for rule ${rule + 1}`,
          value: citation,
          details,
        }));
    const rules = citations.flatMap(({ text, title }, index): Row[] => [
      {
        label: `Rule ${index + 1}`,
        value: text,
        details: [...(title ? [title] : []), ...this.#remarks(`/cpsc_rules_cited/${index}`)],
      },
      ...under(index),
    ]);
    const rows = [...rules, ...under(-1)];
    const remarks = this.#remarksAt('/cpsc_rules_cited');
    if (rows.length === 0) return [{ label: 'Rules', details: remarks }];
    // Texts that name no rule are shown as given, but then the rules still count as not stated.
    if (missing.includes('/cpsc_rules_cited')) {
      return [...rows, { label: 'Rules', details: ['What is listed above cites no rule.', ...remarks] }];
    }
    return [...rows, ...remarks.map((value) => ({ label: 'Rules', value }))];
  }

  #tests(): Row[] {
    const { request, missing } = this.#certificate;
    const labs = labsOf(request);
    if (labs.length === 0 && missing.includes('/testing_labs')) return [wholeParty(LAB_ITEMS)];
    if (labs.length === 0) {
      const excluded = request.exclusions.map(({ citation }) => citation).join('; ');
      return [{ label: 'Testing', value: `Testing excluded: ${excluded}` }];
    }
    if (labs.length === 1) return this.#rows(labs[0]!.path, LAB_ITEMS);
    const tested = testedRules(request);
    const nameItem = LAB_ITEMS.find(({ path }) => path === '/name')!;
    return labs.flatMap(({ path, lab }, index) => [
      ...this.#rows(path, [{ ...nameItem, label: `Laboratory ${index + 1} of ${labs.length}` }]).map(
        (row): Row => ({ ...row, startsGroup: true }),
      ),
      ...this.#rows(
        path,
        LAB_ITEMS.filter((each) => each !== nameItem),
      ),
      // The request's own rule: where no laboratory has a list, each tested what no exclusion covers.
      ...(lab.rules === undefined ? [{ label: 'Rules tested', value: this.#rulesText(tested[index]) }] : []),
    ]);
  }

  #rulesText(rules: string[] | undefined): string | undefined {
    if (rules === undefined || rules.length === 0) return undefined;
    return rules.length === this.#certificate.request.cpsc_rules_cited.length ? 'All rules cited' : rules.join('; ');
  }

  /** The rows of a heading. A party with no stated field is one row that names all its elements. */
  #items(section: number): Row[] {
    const items = ITEMS[section]!;
    const isMissing = this.#certificate.missing.some((path) => items.every((each) => within(each.path, path)));
    const rows = isMissing ? [] : this.#rows('', items);
    // A section must not be empty, even if the list of missing items is wrong.
    return rows.length > 0 ? rows : [wholeParty(items)];
  }

  /** An item is shown if it is stated, if it is missing, or if something is to be said about it. */
  #rows(base: string, items: readonly Item[]): Row[] {
    const { request, missing } = this.#certificate;
    return items.flatMap(({ path, label, short }): Row[] => {
      const value = valueAt(request, base, path);
      const parts = path.endsWith('/address') ? this.#addressParts(base + path, value) : [];
      const details = [...parts, ...this.#remarks(base + path)];
      return value !== undefined || missing.includes(base + path) || details.length > 0
        ? [{ label, value, details, ...(path === '/report_url' && { link: value }), ...(short && { short }) }]
        : [];
    });
  }

  /** What the parts of an address say beyond its text, and the remarks on them. The text itself may be made from them. */
  #addressParts(path: string, address: string | undefined): string[] {
    const parts = valueIn(this.#certificate.request, `${path}_parts`) as AddressParts | undefined;
    const isSaid = !parts || (address !== undefined && namesAllParts(address, parts));
    return [
      ...(isSaid ? [] : [`In parts: ${composedAddress(parts).replaceAll('\n', ', ')}`]),
      ...this.#remarks(`${path}_parts`),
    ];
  }

  /** Defects and notes on `path` or a descendant of it. */
  #remarks(path: string): string[] {
    return this.#all.filter((remark) => within(remark.path, path)).map(remarkText);
  }

  #remarksAt(path: string): string[] {
    return this.#all.filter((remark) => remark.path === path).map(remarkText);
  }

  /** Defects and notes on anything that has no row, in a section of their own. */
  #otherRemarks(): Section[] {
    if (this.#all.length === 0) return [];
    const places = placesOf(this.#certificate.request);
    const rest = this.#all.filter((remark) => !places.some((place) => within(remark.path, place.path)));
    if (rest.length === 0) return [];
    const rows = rest.map((remark) => ({ label: words(remark.path), value: remarkText(remark) }));
    return [{ heading: 'Defects and notes', rows }];
  }

  #byHeading(paths: readonly string[]): string {
    const groups = new Map<string, Set<string>>();
    const places = placesOf(this.#certificate.request);
    const found = paths.map((path) => ({ path, place: placeOf(path, places) }));
    const orderOf = ({ path }: { path: string }) => places.findIndex((place) => within(path, place.path));
    for (const { path, place } of found.sort((a, b) => orderOf(a) - orderOf(b))) {
      const group = place ? `${place.section} ${HEADINGS[place.section - 1]}` : 'Other';
      groups.set(group, (groups.get(group) ?? new Set()).add(place ? lowerFirst(place.label) : words(path)));
    }
    const order = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
    return order.map(([group, labels]) => `${group} (${[...labels].join(', ')})`).join('; ');
  }
}

/** Everything of a request that has a place. */
function placesOf(request: GccRequest): Place[] {
  const labs = labsOf(request);
  return [
    ...Object.entries(ITEMS).flatMap(([section, items]) => placesOfItems(Number(section), '', items)),
    ...labs.flatMap(({ path }, index) =>
      placesOfItems(6, path, LAB_ITEMS, labs.length > 1 ? ` of laboratory ${index + 1}` : ''),
    ),
    { path: '/testing_labs', section: 6, label: 'All items' },
    { path: '/cpsc_rules_cited', section: 2, label: 'Rules cited' },
    ...request.cpsc_rules_cited.map((_, index) => ({
      path: `/cpsc_rules_cited/${index}`,
      section: 2,
      label: `Rule ${index + 1}`,
    })),
    ...request.exclusions.map((_, index) => ({
      path: `/exclusions/${index}`,
      section: 2,
      label: `Testing exclusion ${index + 1}`,
    })),
    ...(request.identifiers ?? []).map(({ type }, index) => ({
      path: `/identifiers/${index}`,
      section: 1,
      label: IDENTIFIER_LABELS[type],
    })),
  ];
}

function placesOfItems(section: number, base: string, items: readonly Item[], suffix = ''): Place[] {
  return items.flatMap(({ path, label }) => {
    const place = { path: base + path, section, label: label + suffix };
    return path.endsWith('/address') ? [place, { ...place, path: `${place.path}_parts` }] : [place];
  });
}

/** The narrowest place of a path: the citation of an exclusion is in the exclusion, and a whole party has all items. */
function placeOf(path: string, places: readonly Place[]): Place | undefined {
  const own = places.filter((place) => within(path, place.path)).sort((a, b) => b.path.length - a.path.length)[0];
  const inner = places.find((place) => within(place.path, path));
  return own ?? (inner && { ...inner, label: 'All items' });
}

/** "Name, address, e-mail, telephone", not stated. */
function wholeParty(items: readonly Item[]): Row {
  const labels = items.filter((each) => !each.optional).map(({ label }) => label);
  return { label: labels.map((label, index) => (index ? lowerFirst(label) : label)).join(', ') };
}

/** "GTIN" and "SKU" stay as they are. */
export function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) || label.startsWith('E-') ? label[0]!.toLowerCase() + label.slice(1) : label;
}

/** The text to print for an item. Undefined if it is absent or empty, which counts as not stated. */
function valueAt(request: GccRequest, base: string, path: string): string | undefined {
  const value = valueIn(request, base + path);
  if (Array.isArray(value)) return value.length > 0 ? value.join('; ') : undefined;
  if (typeof value === 'boolean') return value ? 'Yes, as stated in the request.' : 'No, as stated in the request.';
  return typeof value === 'string' && value.trim() ? value : undefined;
}

function valueIn(request: GccRequest, pointer: string): unknown {
  let value: unknown = request;
  for (const key of pointer.slice(1).split('/')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

/** Whether the JSON pointer `path` is `ancestor` or a descendant of it. */
function within(path: string, ancestor: string): boolean {
  return path.startsWith(ancestor) && (path.length === ancestor.length || path[ancestor.length] === '/');
}

function remarkText(remark: Note | Defect): string {
  return 'source' in remark ? `Defect: ${remark.message} (${remark.source})` : `Note: ${remark.message}`;
}

/** A path without a place, in words. */
function words(path: string): string {
  return path.split('/').slice(1).join(' ').replaceAll('_', ' ');
}
