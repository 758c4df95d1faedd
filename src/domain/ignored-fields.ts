/** Finds the fields of a request body that its schema does not have. They are ignored, and the caller should learn of a misspelling. */

import { pointerTo } from './json-pointer.ts';

/** The keywords of JSON Schema that say which fields a value may have. */
export interface FieldsSchema {
  /** Not read. Every schema has it, so that each can be passed. */
  type?: unknown;
  properties?: Record<string, FieldsSchema>;
  items?: FieldsSchema;
}

/**
 * JSON pointers (RFC 6901) of the unknown fields of `body`, in its order, at most `most`. The fields of an unknown field are not
 * listed. Values of a wrong type are passed over, because validation reports them.
 */
export function ignoredFields(schema: FieldsSchema, body: unknown, most: number): string[] {
  const found: string[] = [];
  collect(schema, body, '', most, found);
  return found;
}

function collect(schema: FieldsSchema, value: unknown, path: string, most: number, found: string[]): void {
  const { properties, items } = schema;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    // The items of most lists are texts.
    if (items?.properties === undefined) return;
    for (let i = 0; i < value.length && found.length < most; i++) collect(items, value[i], `${path}/${i}`, most, found);
    return;
  }
  if (properties === undefined) return;
  for (const name in value) {
    if (found.length === most) return;
    if (!Object.hasOwn(properties, name)) found.push(pointerTo(path, name));
    else collect(properties[name]!, (value as Record<string, unknown>)[name], `${path}/${name}`, most, found);
  }
}
