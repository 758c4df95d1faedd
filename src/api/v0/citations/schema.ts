/** The wire shapes of `GET /api/v0/entry/citations`. */
import { Type } from 'typebox';
import { orNull, text } from '../field-schemas.ts';

const SEARCH_LENGTH_MAX = 200;

export const CitationsQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Words for the product, such as `chest of drawers`, or a citation in any spelling; the whole catalogue where absent or empty.',
      examples: ['helmet'],
    }),
  ),
});

export const Citation = Type.Object(
  {
    citation: text('How the rule is cited.'),
    title: text('Our short title.'),
    applies_to: text('What it covers, in short.'),
    certificate: Type.Enum(['GCC', 'CPC', 'GCC+CPC'], { type: 'string', description: 'Which certificate cites it.' }),
    basis: Type.Enum(['cpsc-list-excerpt', 'other-document-excerpt', 'knowledge'], {
      type: 'string',
      description: 'What the row rests on; `knowledge` is not verified against a document.',
    }),
    source: orNull(Type.String(), 'What was read of it; null if nothing was.'),
    vacated: Type.Boolean({ description: 'A court is understood to have vacated it.' }),
    note: orNull(Type.String(), 'A remark.'),
  },
  { description: 'A rule that a certificate may cite.' },
);

export const Citations = Type.Object(
  { citations: Type.Array(Citation, { description: 'At most 20 for a search.' }) },
  { description: 'Rules that may be cited. The catalogue is not complete.' },
);
