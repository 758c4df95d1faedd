/**
 * Wraps TypeBox 1.x schemas as Standard Schema, which Elysia 1.4 accepts. The same object then validates requests and appears
 * in the OpenAPI document. `~standard` is not enumerable, so that the document does not show it.
 */

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type FaultDetail, PortsideError } from '../domain/errors.ts';

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
  // Compiled at the first request, to keep the start fast.
  let validator: ReturnType<typeof Compile<S>> | undefined;
  return documentedSchema(schema, (value) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return value as Static<S>;
    throw new PortsideError('invalid_request', { details: faultDetails(validator.Errors(value)) });
  });
}

/** A schema that only documents. `read` converts the value; the product validates it. */
export function documentedSchema<S extends TSchema, T>(schema: S, read: (value: unknown) => T): S & StandardSchema<T> {
  return Object.defineProperty({ ...schema }, '~standard', {
    value: { version: 1, vendor: 'typebox', validate: (value: unknown) => ({ value: read(value) }) },
  }) as S & StandardSchema<T>;
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
