/** The query of a duty question as an item: `?origin=CN&metal_weight_share=0.2&approvals=us_content,offset`. */
import type { Static } from 'typebox';
import { type FaultDetail, PortsideError } from '../../../domain/errors.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import type { DutyItem } from '../../../tariff/duties/answer.ts';
import { factVocabulary } from '../../../tariff/duties/vocabulary.ts';
import { DutyQuery } from './schema.ts';

const { validate } = strictSchema(DutyQuery)['~standard'];

/** Digits as people write them. `Number` would also read `0x10`, `1e999` and an empty text. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * @param query what follows the question mark
 * @throws PortsideError `invalid_request`: an unknown or repeated name, or a value of another type
 */
export function readDutyQuery(code: string, query: URLSearchParams): DutyItem {
  const given: Record<string, unknown> = Object.create(null);
  const repeated: FaultDetail[] = [];
  for (const [name, text] of query) {
    if (Object.hasOwn(given, name)) repeated.push({ path: pointerTo(name), message: 'is given twice' });
    given[name] = factValue(name, text);
  }
  if (repeated.length > 0) throw new PortsideError('invalid_request', { details: repeated.slice(0, 100) });
  const { origin, entry_date, ...facts } = validate(given).value as Static<typeof DutyQuery> & Partial<DutyItem>;
  return { code, ...(origin && { origin }), ...(entry_date && { entry_date }), facts: facts as DutyItem['facts'] };
}

function pointerTo(name: string): string {
  return `/${name.slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A text that is no value of the type stays a text, which the schema refuses. */
function factValue(name: string, text: string): unknown {
  switch (factVocabulary().get(name)?.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'number':
    case 'percent':
    case 'share':
    case 'integer':
      return NUMBER.test(text) ? Number(text) : text;
    case 'list':
      return text === '' ? [] : text.split(',', 100);
    default:
      return text;
  }
}
