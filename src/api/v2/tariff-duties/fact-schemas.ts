/** The facts of a duty item as a schema, from the vocabulary of the rules. */
import { type TSchema, Type } from 'typebox';
import { type Fact, factVocabulary } from '../../../tariff/duties/vocabulary.ts';

/** One schema a fact. The origin is a field of the item, not one of its facts. */
export function factSchemas(): Record<string, TSchema> {
  const facts = [...factVocabulary().values()].filter(({ type }) => type !== 'country');
  return Object.fromEntries(facts.map((fact) => [fact.name, schemaOf(fact)]));
}

function schemaOf({ name, type, values, question }: Fact): TSchema {
  const description = question;
  switch (type) {
    case 'boolean':
      return Type.Boolean({ description });
    case 'share':
      return Type.Number({ minimum: 0, maximum: 1, description });
    case 'percent':
      return Type.Number({ minimum: 0, maximum: 1000, description });
    case 'integer':
      return Type.Integer({ minimum: 0, maximum: 200, description });
    case 'number':
      // Goods without one of the metals have a value of 0 of it; the goods themselves have a value.
      return Type.Number({
        ...(name === 'value' ? { exclusiveMinimum: 0 } : { minimum: 0 }),
        maximum: 1e12,
        description,
      });
    case 'choice':
      return Type.Enum([...values], { type: 'string', description });
    default:
      return Type.Array(Type.Enum([...values], { type: 'string' }), {
        maxItems: values.length,
        uniqueItems: true,
        description,
      });
  }
}
