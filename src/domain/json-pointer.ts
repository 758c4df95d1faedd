/** JSON pointers (RFC 6901): `/rows/12/from`. The whole document is the empty text. */

/** The pointer of a field, or of an item of an array, from the pointer of what it belongs to. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${typeof name === 'number' ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names and indexes on the way from the document to the value. */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
