/** Every family of jobs. */
import { ENTRY_BATCHES } from './entry-batches.ts';
import { jobOperations } from './operations.ts';
import { PIXEL_AUDITS } from './pixel-audits.ts';
import { TARIFF_AUDITS } from './tariff-audits.ts';

const FAMILIES = [TARIFF_AUDITS, PIXEL_AUDITS, ENTRY_BATCHES].map((definition) => ({
  name: definition.name,
  operations: jobOperations(definition),
}));

export const JOB_OPERATIONS = FAMILIES.flatMap(({ operations }) => operations);

/** The schemas of the document that a family has for itself: its job, and the request for one. */
export const familySchemas: Record<string, object> = Object.fromEntries(
  FAMILIES.flatMap(({ name, operations: [create] }) => [
    [name, create!.text.answer.schema],
    [`${name}Request`, create!.body!],
  ]),
);
