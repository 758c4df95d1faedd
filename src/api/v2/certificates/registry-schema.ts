/** The shape of the registry's import envelope, from the table that its values are held to. */
import { type TSchema, Type } from 'typebox';
import { ENVELOPE, type Field } from '../../../entry/registry/fields.ts';

export const RegistryEnvelope = schemaOf(ENVELOPE, 'The import envelope of the CPSC Product Registry.');

function schemaOf({ row, children, item }: Field, description: string): TSchema {
  const { type, max, allowed } = row;
  if (type === 'array') return Type.Array(item ? schemaOf(item, 'One of them.') : Type.String(), { description });
  if (type === 'boolean|string') return Type.Boolean({ description });
  if (type === 'string') {
    return Type.String({
      description,
      ...(max !== undefined && { maxLength: max }),
      ...(allowed && { enum: allowed }),
    });
  }
  const fields = [...children].filter(([, { row: each }]) => each.required !== 'response only');
  return Type.Object(
    Object.fromEntries(
      fields.map(([name, child]) => {
        const schema = schemaOf(child, descriptionOf(name, child));
        // The one field that is required and may be absent: a product without a test has no date of one.
        return [name, child.row.required === 'always' && name !== 'lastTestDate' ? schema : Type.Optional(schema)];
      }),
    ),
    { description },
  );
}

function descriptionOf(name: string, { row: { column, when, format } }: Field): string {
  return [
    `${column?.replace(/^Lab 1 /, '') ?? name}.`,
    ...(when === undefined ? [] : [`Needed when ${when}.`]),
    ...(format === undefined ? [] : [`Format: ${format}.`]),
  ].join(' ');
}
