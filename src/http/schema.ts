/**
 * The bridge between TypeBox 1.x schemas, which the products own, and Elysia 1.4, which takes Standard Schema: one value is
 * validated by the first and documented from the second. `~standard` is not enumerable, or the documents would show it.
 */

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type FaultDetail, PortsideError } from '../domain/errors.ts';

/** A wrong request is told at most this many faults. */
const DETAILS_MAX = 100;

export interface StandardSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'typebox';
    readonly validate: (value: unknown) => { value: T };
    readonly types?: { readonly input: T; readonly output: T };
  };
}

/** A schema that validates and documents. Its validation throws PortsideError `invalid_request` with a pointer for every fault. */
export function standard<S extends TSchema>(schema: S): S & StandardSchema<Static<S>> {
  // Compiled at the first request and not at start: the start is what an operator waits for.
  let validator: ReturnType<typeof Compile<S>> | undefined;
  return documented(schema, (value) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return value as Static<S>;
    throw new PortsideError('invalid_request', { details: describe(validator.Errors(value)) });
  });
}

/** A schema that only documents, where a product reads the value itself. */
export function documented<S extends TSchema, T>(schema: S, read: (value: unknown) => T): S & StandardSchema<T> {
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

function describe(errors: SchemaError[]): FaultDetail[] {
  return errors.slice(0, DETAILS_MAX).flatMap(({ keyword, instancePath, message, params }) => {
    if (keyword !== 'required') return [{ path: instancePath, message }];
    const { requiredProperties } = params as { requiredProperties: string[] };
    return requiredProperties.map((name) => ({ path: `${instancePath}/${name}`, message: 'is required' }));
  });
}
