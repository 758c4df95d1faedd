/** A JSON schema as a tree of fields, each with its type in words. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Field {
  name: string;
  description: string;
  required: boolean;
  /** Such as `string, date`, `array of objects` or `number or null`. */
  type: string;
  /** In words: `1 to 50 items`. */
  bounds: string[];
  /** The values it may have, if they are listed. */
  values: string[];
  fields: Field[];
}

type Schemas = Record<string, Schema>;

/** The fields of an object, or of the objects in an array. Empty for anything else. */
export function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const object = objectIn(schema, schemas);
  return Object.entries(object?.properties ?? {}).map(([name, field]) => ({
    name,
    description: resolved(field, schemas).description ?? '',
    required: object?.required?.includes(name) ?? false,
    ...typeOf(field, schemas),
    fields: fieldsOf(field, schemas),
  }));
}

/** The type, bounds and values of a schema in words. */
export function typeOf(given: Schema, schemas: Schemas): Pick<Field, 'type' | 'bounds' | 'values'> {
  const schema = resolved(given, schemas);
  const parts = alternatives(schema).map((part) => resolved(part, schemas));
  const main = parts.find(({ type }) => type !== 'null') ?? schema;
  const items = main.items && resolved(main.items, schemas);
  const values = (main.enum ?? items?.enum ?? (main.const === undefined ? [] : [main.const])).map(String);
  return { type: parts.map((part) => typeName(part, schemas)).join(' or '), bounds: boundsOf(main), values };
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas[schema.$ref.split('/').at(-1)!];
  if (!found) throw new Error(`The document has no ${schema.$ref}.`);
  // A description beside the reference is about this use of the schema.
  return schema.description === undefined ? found : { ...found, description: schema.description };
}

function objectIn(given: Schema, schemas: Schemas): Schema | undefined {
  const schema = resolved(given, schemas);
  if (schema.properties) return schema;
  for (const part of [schema.items, ...(schema.anyOf ?? [])]) {
    const found = part && objectIn(part, schemas);
    if (found) return found;
  }
  return undefined;
}

function alternatives(schema: Schema): Schema[] {
  if (schema.anyOf) return schema.anyOf;
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

function typeName({ type, format, items, properties, enum: values }: Schema, schemas: Schemas): string {
  if (type === 'array' && items) return `array of ${plural(typeName(resolved(items, schemas), schemas))}`;
  const name = String(type ?? (properties ? 'object' : values ? 'string' : 'any value'));
  return format === undefined ? name : `${name}, ${format}`;
}

function plural(name: string): string {
  return name.replace(/^\w+/, (word) => `${word}s`);
}

function boundsOf({ minItems, maxItems, minLength, maxLength, minimum, maximum, pattern, default: value }: Schema) {
  return [
    range(minItems, maxItems, 'items'),
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    pattern === undefined ? '' : `matches ${pattern}`,
    value === undefined ? '' : `default ${value}`,
  ].filter((text) => text !== '');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least ? `at least ${least} ${unit}`.trim() : '';
  return `${least ? `${least} to` : 'at most'} ${most} ${unit}`.trim();
}
