/** Reads and cleans the fields that a schema of `request-schema.ts` describes, and collects all faults. */
import { type FaultDetail, PortsideError } from '../../domain/errors.ts';
import { Fields } from '../../domain/fields.ts';
import { unknownFaults } from '../../domain/unknown-fields.ts';
import { cleanText, MARKS_MAX } from './clean-text.ts';
import { dateFault, dayOrMonthFault, emailFault, httpUrlFault } from './formats.ts';
import { LINE_BREAKS_MAX, TEXT_CHARS_MAX } from './request-schema.ts';

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

/** Walks schema and value together. What it returns is valid only if `faults` is empty at the end. */
export class FieldReader {
  readonly faults: FaultDetail[] = [];
  /** Code points of all texts read so far. */
  private chars = 0;
  private lineBreaks = 0;

  /** @param nowMs milliseconds since the Unix epoch; dates may not be in the future */
  constructor(private readonly nowMs: number) {}

  /** The cleaned body; undefined when it is no object. */
  read(schema: Schema, body: unknown): unknown {
    if (body === undefined) return this.fault('', 'Required.');
    const fields = Fields.of(body, (pointer, message) => this.fault(pointer, sentenceOf(message)));
    return fields && this.readObject(schema, fields, true);
  }

  /** No single text is at fault, so the path is that of the whole request. */
  requireBounds(): void {
    if (this.chars > TEXT_CHARS_MAX) this.fault('', `All texts together must be at most ${TEXT_CHARS_MAX} characters.`);
    if (this.lineBreaks > LINE_BREAKS_MAX)
      this.fault('', `All texts together must have at most ${LINE_BREAKS_MAX} line breaks.`);
  }

  /**
   * @param closed the schema, if a field that it does not have is a fault of `body` too
   * @throws PortsideError `invalid_request` that names every fault
   */
  refuseFaults(body: unknown, closed?: Schema): void {
    const unknown = closed ? unknownFaults(closed, body, FAULTS_MAX) : [];
    const faults = [...this.faults, ...unknown];
    if (faults.length > 0) throw new PortsideError('invalid_request', { details: faults.slice(0, FAULTS_MAX) });
  }

  private readObject(schema: Schema, fields: Fields<undefined>, required: boolean): unknown {
    const cleaned: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const value = this.readField(property, fields, name, schema.required?.includes(name) ?? false);
      if (value !== undefined) cleaned[name] = value;
    }
    return required || Object.keys(cleaned).length > 0 ? cleaned : undefined;
  }

  /** The cleaned value; undefined when it is faulty, or optional and empty. */
  private readField(schema: Schema, fields: Fields<undefined>, name: string | number, required: boolean): unknown {
    if (!fields.has(name)) return required ? fields.refuse('required', name) : undefined;
    switch (schema.type) {
      case 'object': {
        const inner = fields.object(name);
        return inner && this.readObject(schema, inner, required);
      }
      case 'array': {
        const { items = {}, maxItems = 0 } = schema;
        return fields.list(name, maxItems, 'items', (list, index) => this.readField(items, list, index, true));
      }
      case 'boolean':
        return fields.flag(name);
      default:
        return this.readText(schema, fields.value(name), fields.pointerTo(name), required);
    }
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

  protected fault(path: string, message: string): undefined {
    this.faults.push({ path, message });
  }
}

/** In Unicode code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** `must be an object` as a sentence. */
function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
