/** The wire shapes of `GET /api/v0/pixel/rules`. */
import { Type } from 'typebox';
import { CATEGORIES } from '../../../pixel/rules/index.ts';
import { text } from '../field-schemas.ts';

export const PixelRule = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9_]+$', description: 'The `rule_id` of a finding.' }),
    severity: Type.Enum(['info', 'warn', 'error'], { type: 'string', description: 'How bad it is.' }),
    category: Type.Enum([...CATEGORIES], {
      type: 'string',
      description: 'What it is about; each deducts up to a cap.',
    }),
    weight: Type.Number({ minimum: 0, description: 'Points it deducts before the cap of its category.' }),
    what: text('When it fires.'),
    why: text('Why that matters.'),
    remedy: text('What to do.'),
    source: text('Where the vendor says so.'),
  },
  { description: 'A rule of the scan.' },
);

export const PixelRules = Type.Object(
  { rules: Type.Array(PixelRule, { description: 'All, by category.' }) },
  { description: 'The rule catalogue.' },
);
