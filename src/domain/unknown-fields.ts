/** The faults for fields that a request has and its schema does not. */
import type { FaultDetail } from './errors.ts';
import { type FieldsSchema, ignoredFields } from './ignored-fields.ts';
import { nearestName } from './nearest-name.ts';

/** Comparing a name with all known ones takes a tenth of a millisecond. */
const NEAREST_MAX = 10;
/** The caller chose the name. What is longer is cut. */
const POINTER_CHARS_MAX = 200;

/** At most `most` faults, in the order of the request, each with the known field that is nearest. */
export function unknownFaults(schema: FieldsSchema, value: unknown, most: number): FaultDetail[] {
  return ignoredFields(schema, value, most).map((pointer, index) => {
    const at = pointer.lastIndexOf('/');
    const known = index < NEAREST_MAX ? propertiesAt(schema, pointer.slice(0, at)) : undefined;
    const near = nearestName(pointer.slice(at + 1), Object.keys(known ?? {}));
    const path =
      pointer.length > POINTER_CHARS_MAX ? `${pointer.slice(0, POINTER_CHARS_MAX).toWellFormed()}…` : pointer;
    return { path, message: `is not a field here${near ? `; did you mean "${near}"?` : ''}` };
  });
}

/** The fields of the object at a pointer. Every part of the pointer is a field of the schema or an index. */
function propertiesAt(schema: FieldsSchema, pointer: string): FieldsSchema['properties'] {
  const steps = pointer.split('/').slice(1);
  const found = steps.reduce<FieldsSchema | undefined>((part, step) => part?.items ?? part?.properties?.[step], schema);
  return found?.properties;
}
