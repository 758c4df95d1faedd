/** Turns an unknown body into a cleaned request, or reports all its faults at once. The schema defines what is allowed. */
import type { AddressParts, GccRequest } from '../../domain/certificate.ts';
import { type FaultDetail, PortsideError } from '../../domain/errors.ts';
import { unknownFaults } from '../../domain/unknown-fields.ts';
import { composedAddress } from './address.ts';
import { cleanText, MARKS_MAX } from './clean-text.ts';
import { dateFault, dayOrMonthFault, emailFault, httpUrlFault } from './formats.ts';
import { CertificateRequestSchema, GccRequestSchema, LINE_BREAKS_MAX, TEXT_CHARS_MAX } from './request-schema.ts';

/** The keywords of JSON Schema that the request's schema uses. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
  format?: string;
  enum?: string[];
  'x-multiline'?: boolean;
}

/** An error names at most this many faults. */
const FAULTS_MAX = 100;

/** Which fields a request has: those of a version of the API, or in a file those of v2, where unknown ones are ignored as in v1. */
export type RequestForm = 'v1' | 'v2' | 'file';

/**
 * Reads a request body (parsed JSON): cleans every text (`clean-text.ts`), drops empty optional fields and, but for v2, unknown ones, and
 * composes an address that is stated only in parts.
 *
 * @param nowMs milliseconds since the Unix epoch; dates may not be in the future.
 * @throws PortsideError `invalid_request` whose `details` name every failing path (RFC 6901) but never a value.
 */
export function readRequest(body: unknown, nowMs: number, form: RequestForm = 'v1'): GccRequest {
  const reader = new RequestReader(nowMs);
  const schema = form === 'v1' ? GccRequestSchema : CertificateRequestSchema;
  const wire = reader.read(schema, body, '', true) as ReadBody | undefined;
  if (isObject(body) && wire) {
    if (isObject(body.product_info)) reader.requireIdentifier(wire, form);
    for (const party of partiesOf(wire)) party.address ??= party.address_parts && composedAddress(party.address_parts);
    if (form !== 'v1') reader.requireV2(wire);
  }
  reader.requireBounds();
  const unknown = form === 'v2' ? unknownFaults(schema, body, FAULTS_MAX) : [];
  const faults = [...reader.faults, ...unknown];
  if (faults.length > 0) throw new PortsideError('invalid_request', { details: faults.slice(0, FAULTS_MAX) });
  return { ...wire, cpsc_rules_cited: wire?.cpsc_rules_cited ?? [], exclusions: wire?.exclusions ?? [] } as GccRequest;
}

/** A body whose faults are not all known: any field may be absent. */
type ReadBody = { [Field in keyof GccRequest]?: GccRequest[Field] extends infer Value ? Partial<Value> : never };
interface ReadParty {
  address?: string;
  address_parts?: AddressParts;
}

function partiesOf(wire: ReadBody): ReadParty[] {
  const labs = wire.testing_labs as ReadParty[] | undefined;
  const parties = [wire.manufacturer, wire.certifier, wire.records_contact, wire.testing_lab, ...(labs ?? [])];
  return parties.filter((party) => party !== undefined) as ReadParty[];
}

/** Walks schema and value together. What it returns is valid only if `faults` is empty at the end. */
class RequestReader {
  readonly faults: FaultDetail[] = [];
  /** Code points of all texts read so far. */
  private chars = 0;
  private lineBreaks = 0;

  constructor(private readonly nowMs: number) {}

  /** The cleaned value; undefined when it is faulty, or optional and empty. */
  read(schema: Schema, value: unknown, path: string, required: boolean): unknown {
    if (value === undefined) return required ? this.fault(path, 'Required.') : undefined;
    switch (schema.type) {
      case 'object':
        return this.readObject(schema, value, path, required);
      case 'array':
        return this.readList(schema, value, path);
      case 'boolean':
        return typeof value === 'boolean' ? value : this.fault(path, 'Must be true or false.');
      default:
        return this.readText(schema, value, path, required);
    }
  }

  /** 16 CFR 1110.11(a)(1): at least one identifier. If one is present but faulty, that fault is already reported. */
  requireIdentifier({ product_info: product, identifiers }: ReadBody, form: RequestForm): void {
    const names = form === 'v1' ? (['model', 'sku'] as const) : (['model', 'sku', 'gtin'] as const);
    const isReported = (path: string) =>
      path.startsWith('/identifiers') || names.some((name) => path === `/product_info/${name}`);
    if (names.some((name) => product?.[name] !== undefined) || this.faults.some(({ path }) => isReported(path))) return;
    if (form === 'v1') {
      for (const name of names) this.fault(`/product_info/${name}`, 'Either model or sku is required.');
    } else if (!identifiers?.length) {
      this.fault('/identifiers', 'At least one of model, sku, gtin and identifiers is required.');
    }
  }

  /** What the schema of v2 cannot say. Paths that are faulty already are absent here. */
  requireV2(wire: ReadBody): void {
    const { manufacturer, testing_lab: lab, testing_labs: labs, cpsc_rules_cited: rules = [] } = wire;
    const reported = this.faults.some(({ path }) => path.startsWith('/manufacturer/address'));
    if (manufacturer && manufacturer.address === undefined && !reported) {
      this.fault('/manufacturer/address', 'Either address or address_parts is required.');
    }
    if (lab && labs) this.fault('/testing_labs', 'State either testing_lab or testing_labs.');
    for (const [index, each] of ((labs ?? []) as ({ rules?: string[] } | undefined)[]).entries()) {
      for (const [at, rule] of (each?.rules ?? []).entries()) {
        if (rule !== undefined && !(rules as string[]).includes(rule)) {
          this.fault(`/testing_labs/${index}/rules/${at}`, 'Must be one of cpsc_rules_cited, written in the same way.');
        }
      }
    }
    const { production_start: start, production_end: end } = wire.product_info ?? {};
    if (start && end && end < start) this.fault('/product_info/production_end', 'Must not be before production_start.');
  }

  /** No single text is at fault, so the path is that of the whole request. */
  requireBounds(): void {
    if (this.chars > TEXT_CHARS_MAX) this.fault('', `All texts together must be at most ${TEXT_CHARS_MAX} characters.`);
    if (this.lineBreaks > LINE_BREAKS_MAX)
      this.fault('', `All texts together must have at most ${LINE_BREAKS_MAX} line breaks.`);
  }

  private readObject(schema: Schema, value: unknown, path: string, required: boolean): unknown {
    if (!isObject(value)) return this.fault(path, 'Must be an object.');
    const fields: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const own = Object.hasOwn(value, name) ? value[name] : undefined;
      const read = this.read(property, own, `${path}/${name}`, schema.required?.includes(name) ?? false);
      if (read !== undefined) fields[name] = read;
    }
    return required || Object.keys(fields).length > 0 ? fields : undefined;
  }

  private readList(schema: Schema, value: unknown, path: string): unknown {
    if (!Array.isArray(value)) return this.fault(path, 'Must be an array.');
    const { items = {}, maxItems = 0 } = schema;
    // Do not read the items of a list that is too long: the list of faults must stay limited.
    if (value.length > maxItems) return this.fault(path, `Must have at most ${maxItems} items.`);
    return value.map((item, index) => this.read(items, item, `${path}/${index}`, true));
  }

  private readText(schema: Schema, value: unknown, path: string, required: boolean): string | undefined {
    if (typeof value !== 'string') return this.fault(path, 'Must be a string.');
    const text = cleanText(value, schema['x-multiline'] ?? false);
    if (text === undefined) return this.fault(path, `Must have at most ${MARKS_MAX} combining marks on one letter.`);
    if (text === '') return required ? this.fault(path, 'Must not be empty.') : undefined;
    const { maxLength = Number.POSITIVE_INFINITY } = schema;
    const chars = lengthOf(text);
    if (chars > maxLength) return this.fault(path, `Must be at most ${maxLength} characters long.`);
    this.chars += chars;
    this.lineBreaks += text.split('\n').length - 1;
    const fault = this.formatFault(schema, text);
    return fault === undefined ? text : this.fault(path, fault);
  }

  private formatFault({ format, enum: values }: Schema, text: string): string | undefined {
    if (values && !values.includes(text)) return `Must be one of: ${values.join(', ')}.`;
    switch (format) {
      case 'date':
        return dateFault(text, this.nowMs);
      case 'day-or-month':
        return dayOrMonthFault(text, this.nowMs);
      case 'email':
        return emailFault(text);
      case 'uri':
        return httpUrlFault(text);
      default:
        return undefined;
    }
  }

  private fault(path: string, message: string): undefined {
    this.faults.push({ path, message });
  }
}

/** In Unicode code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
