/**
 * Moves named schemas to `components` and replaces every copy of them by a reference, so that generated clients get a named
 * type for each.
 */
export function referenceNamedSchemas<T extends { components?: object }>(
  document: T,
  schemas: Record<string, object>,
): T {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    const name = names.get(JSON.stringify(value));
    return name ? { $ref: `#/components/schemas/${name}` } : replaceInside(value);
  };
  const replaceInside = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part)]));
  const replaced = replaceInside(document) as T & { components: { schemas?: object } };
  const named = Object.entries(schemas).map(([name, schema]) => [name, replaceInside(schema)] as const);
  replaced.components.schemas = { ...replaced.components.schemas, ...Object.fromEntries(named) };
  return replaced;
}
