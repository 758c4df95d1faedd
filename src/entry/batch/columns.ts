/**
 * The columns of a sheet of certificates: one for each field of a v2 request, named after it. `request-schema.ts` defines the fields, so
 * a field that is added there has a column at once.
 */
import { IDENTIFIER_TYPES } from '../../domain/certificate.ts';
import { CertificateRequestSchema } from '../issue/request-schema.ts';

/** How the cells of a column are read. `code`: a text that a spreadsheet may have taken for a number. */
export type CellKind = 'text' | 'code' | 'date' | 'month' | 'list' | 'yes_or_no' | 'choice';

export interface BatchColumn {
  /** `manufacturer_postal_code`. */
  name: string;
  /** JSON pointer into a request. The first of several is index 0: `/testing_labs/0/name`. */
  pointer: string;
  kind: CellKind;
  /** What the API says about the field. */
  description: string;
  /** Whether each product, party, laboratory or exclusion that is stated must state it. */
  isRequired: boolean;
  /** Set if `testing_lab_2_name` and the like exist too. */
  most?: number;
}

/** The keywords of JSON Schema that are read here. */
interface Field {
  type?: string;
  properties?: Record<string, Field>;
  required?: readonly string[];
  items?: Field;
  format?: string;
  enum?: readonly string[];
  maxItems?: number;
  description?: string;
}

const ROOT = CertificateRequestSchema as unknown as Required<Pick<Field, 'properties'>>;
const REQUEST = ROOT.properties;

/** What stands before the columns of a party or a group of fields. */
export const PARTIES = {
  importer: '/certifier',
  manufacturer: '/manufacturer',
  records_contact: '/records_contact',
  testing_lab: '/testing_labs/0',
} as const;
export type PartyName = keyof typeof PARTIES;

/** Fields whose texts are names of things: a spreadsheet changes them when they look like numbers. */
const CODES = [
  'model',
  'sku',
  'gtin',
  'lot',
  'version_id',
  'alternate_id',
  'accreditation_id',
  'cpsc_id',
  'report_number',
  'phone',
  'postal_code',
  'unit',
  'style',
];

/** Columns whose name is not that of their field. */
const NAMES = new Map<string, string>(
  Object.entries({
    '/product_info/name': 'product_name',
    '/product_info/name_en': 'product_name_en',
    '/manufacturer/contact_email': 'manufacturer_email',
    '/cpsc_rules_cited': 'rules',
  }),
);

function columnsAt(field: Field, pointer: string, prefix: string, most?: number): BatchColumn[] {
  return Object.entries(field.properties ?? {}).flatMap(([name, inner]) => {
    const at = `${pointer}/${name}`;
    if (name === 'address_parts') {
      return columnsAt(inner, at, prefix, most).map((column) => ({
        ...column,
        name: column.name.replace(/_(line[12])$/, '_address_$1'),
      }));
    }
    return [
      {
        name: NAMES.get(at) ?? prefix + name,
        pointer: at,
        kind: kindOf(name, inner),
        description: inner.description ?? '',
        isRequired: field.required?.includes(name) ?? false,
        ...(most !== undefined && { most }),
      },
    ];
  });
}

function kindOf(name: string, { type, format, enum: values }: Field): CellKind {
  if (type === 'array') return 'list';
  if (type === 'boolean') return 'yes_or_no';
  if (values) return 'choice';
  if (format === 'date') return 'date';
  if (format === 'day-or-month') return 'month';
  return CODES.includes(name) ? 'code' : 'text';
}

/** Every identifier but those that the product has fields for. */
const OTHER_IDENTIFIERS = IDENTIFIER_TYPES.filter((type) => !['gtin', 'sku', 'model'].includes(type));

/** In the order of the template. */
export const COLUMNS: readonly BatchColumn[] = [
  ...columnsAt(REQUEST.product_info!, '/product_info', ''),
  ...OTHER_IDENTIFIERS.map(
    (type): BatchColumn => ({
      name: type === 'upc' ? type : `${type}_number`,
      pointer: `/identifiers/${type}`,
      kind: 'code',
      description: `An identifier of the product of the type \`${type}\` of the CPSC Product Registry.`,
      isRequired: false,
    }),
  ),
  {
    name: 'rules',
    pointer: '/cpsc_rules_cited',
    kind: 'list',
    description: `${REQUEST.cpsc_rules_cited!.description} Separate them by a semicolon or a line break.`,
    isRequired: false,
    most: REQUEST.cpsc_rules_cited!.maxItems!,
  },
  ...columnsAt(REQUEST.certifier!, PARTIES.importer, 'importer_'),
  ...columnsAt(REQUEST.manufacturer!, PARTIES.manufacturer, 'manufacturer_'),
  ...columnsAt(REQUEST.records_contact!, PARTIES.records_contact, 'records_contact_'),
  ...columnsAt(REQUEST.testing_labs!.items!, PARTIES.testing_lab, 'testing_lab_', REQUEST.testing_labs!.maxItems!),
  ...columnsAt(REQUEST.exclusions!.items!, '/exclusions/0', 'exclusion_', REQUEST.exclusions!.maxItems!),
  ...columnsAt(REQUEST.attestation!, '/attestation', 'attestation_'),
];

const BY_NAME = new Map(COLUMNS.map((column) => [column.name, column]));

export function columnNamed(name: string): BatchColumn | undefined {
  return BY_NAME.get(name);
}

/** The column of a pointer, of the first of several. `/testing_labs/3/name` is that of `testing_lab_name`. */
export function columnAt(pointer: string): BatchColumn | undefined {
  const first = pointer.replace(/^\/(testing_labs|exclusions)\/\d+/, '/$1/0');
  return (
    COLUMNS.find((column) => column.pointer === first) ??
    COLUMNS.find((column) => first.startsWith(`${column.pointer}/`) && column.kind === 'list')
  );
}
