/** Turns an unknown body into a cleaned request, or reports all its faults at once. The schema defines what is allowed. */
import type Type from 'typebox';
import type { GccRequest } from '../../domain/certificate.ts';
import { type FaultDetail, PortsideError } from '../../domain/errors.ts';
import { cleanText, MARKS_MAX } from './clean-text.ts';
import { dateFault, emailFault } from './formats.ts';
import { GccRequestSchema, LINE_BREAKS_MAX, TEXT_CHARS_MAX } from './request-schema.ts';

/** The keywords of JSON Schema that the request's schema uses. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
  format?: string;
  'x-multiline'?: boolean;
}

/**
 * Reads a request body (parsed JSON): cleans every text (`clean-text.ts`), drops unknown fields and empty optional fields.
 *
 * @param nowMs milliseconds since the Unix epoch; dates may not be in the future.
 * @throws PortsideError `invalid_request` whose `details` name every failing path (RFC 6901) but never a value.
 */
export function readRequest(body: unknown, nowMs: number): GccRequest {
  const reader = new RequestReader(nowMs);
  const wire = reader.read(GccRequestSchema, body, '', true) as Type.Static<typeof GccRequestSchema>;
  if (isObject(body) && isObject(body.product_info)) reader.requireIdentifier(wire.product_info);
  reader.requireBounds();
  if (reader.faults.length > 0) throw new PortsideError('invalid_request', { details: reader.faults });
  return { ...wire, cpsc_rules_cited: wire.cpsc_rules_cited ?? [], exclusions: wire.exclusions ?? [] };
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
  requireIdentifier(product: { model?: string; sku?: string }): void {
    const reported = this.faults.some(({ path }) => path === '/product_info/model' || path === '/product_info/sku');
    if (product.model !== undefined || product.sku !== undefined || reported) return;
    for (const name of ['model', 'sku']) this.fault(`/product_info/${name}`, 'Either model or sku is required.');
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
    const fault =
      schema.format === 'date' ? dateFault(text, this.nowMs) : schema.format === 'email' ? emailFault(text) : undefined;
    return fault === undefined ? text : this.fault(path, fault);
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
