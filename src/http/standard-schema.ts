/**
 * Wraps TypeBox 1.x schemas as Standard Schema, which Elysia 1.4 accepts. The same object then validates requests and appears
 * in the OpenAPI document. `~standard` is not enumerable, so that the document does not show it.
 */

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type FaultDetail, PortsideError } from '../domain/errors.ts';
import { unknownFaults } from '../domain/unknown-fields.ts';

/** An error response lists at most this many faults. */
const DETAILS_MAX = 100;

export interface StandardSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'typebox';
    readonly validate: (value: unknown) => { value: T };
    readonly types?: { readonly input: T; readonly output: T };
  };
}

/** A schema that validates and documents. Validation throws PortsideError `invalid_request` with a JSON pointer for each fault. */
export function validatedSchema<S extends TSchema>(schema: S): S & StandardSchema<Static<S>> {
  // Compiled at the first request: all of them would delay the start.
  let validator: ReturnType<typeof Compile<S>> | undefined;
  return documentedSchema(schema, (value) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return value as Static<S>;
    throw new PortsideError('invalid_request', { details: faultDetails(validator.Errors(clipped(schema, value))) });
  });
}

/** The same, and a field that the schema does not have is a fault. For v2: v1 ignores and names such fields. */
export function strictSchema<S extends TSchema>(schema: S): S & StandardSchema<Static<S>> {
  let validator: ReturnType<typeof Compile<S>> | undefined;
  return documentedSchema(schema, (value) => {
    validator ??= Compile(schema);
    const unknown = unknownFaults(schema, value, DETAILS_MAX);
    // Unknown fields are left out, because the schema would report them at the object around them. So is what exceeds a bound.
    const known = clipped(schema, value);
    const faults = validator.Check(known) ? [] : faultDetails(validator.Errors(known));
    if (faults.length === 0 && unknown.length === 0) return value as Static<S>;
    throw new PortsideError('invalid_request', { details: [...faults, ...unknown].slice(0, DETAILS_MAX) });
  });
}

/** A schema that only documents. `read` converts the value; the product validates it. */
export function documentedSchema<S extends TSchema, T>(schema: S, read: (value: unknown) => T): S & StandardSchema<T> {
  return Object.defineProperty({ ...schema }, '~standard', {
    value: { version: 1, vendor: 'typebox', validate: (value: unknown) => ({ value: read(value) }) },
  }) as S & StandardSchema<T>;
}

interface Bounds {
  maxLength?: number;
  maxItems?: number;
  items?: Bounds;
  properties?: Record<string, Bounds>;
}

/**
 * `value` with each text and list that exceeds its bound cut off a little behind it, so that it has the same faults. TypeBox lists
 * the faults of a text or a list that is too long all the same: its expression for addresses takes a second for 64,000 characters,
 * and 65,000 list items take as long.
 */
function clipped(schema: Bounds, value: unknown): unknown {
  const { maxLength = Number.POSITIVE_INFINITY, maxItems = Number.POSITIVE_INFINITY, items, properties } = schema;
  // A character of the bound can be two UTF-16 units.
  if (typeof value === 'string') return value.slice(0, 2 * maxLength + 2);
  if (Array.isArray(value)) return value.slice(0, maxItems + 1).map((item) => (items ? clipped(items, item) : item));
  if (!properties || typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(fields.map(([name, of]) => [name, clipped(of, (value as Record<string, unknown>)[name])]));
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  message: string;
  params: object;
}

function faultDetails(errors: SchemaError[]): FaultDetail[] {
  return errors.slice(0, DETAILS_MAX).flatMap(({ keyword, instancePath, message, params }) => {
    if (keyword !== 'required') return [{ path: instancePath, message }];
    const { requiredProperties } = params as { requiredProperties: string[] };
    return requiredProperties.map((name) => ({ path: `${instancePath}/${name}`, message: 'is required' }));
  });
}
