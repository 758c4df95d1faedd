/** Every family of jobs, for the guard and for the document. */
import type { V2Operation } from '../operation.ts';
import { ENTRY_BATCHES } from './entry-batches.ts';
import type { JobDefinition } from './family.ts';
import { jobOperations } from './operations.ts';
import { PIXEL_AUDITS } from './pixel-audits.ts';
import { TARIFF_AUDITS } from './tariff-audits.ts';

const JOB_DEFINITIONS: readonly JobDefinition[] = [TARIFF_AUDITS, PIXEL_AUDITS, ENTRY_BATCHES];

export const JOB_OPERATIONS: readonly V2Operation[] = JOB_DEFINITIONS.flatMap((definition) =>
  Object.values(jobOperations(definition)),
);

/** The schemas of the document that a family has for itself. */
export function familySchemas(): Record<string, object> {
  const named = JOB_DEFINITIONS.flatMap((definition) => {
    const { text, body } = jobOperations(definition).create;
    return [
      [definition.name, text.answer.schema],
      [`${definition.name}Request`, body!],
    ] as const;
  });
  return Object.fromEntries(named);
}
