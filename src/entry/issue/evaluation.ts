/** What a request states: its state, what is missing, what is known to be wrong, and notes. One function for every surface. */
import type { Defect, Evaluation, GccRequest } from '../../domain/certificate.ts';
import { CONDITIONS } from './conditions.ts';
import { requestNotes } from './notes.ts';

/** The state follows from `conditions.ts` alone. Notes never change it. The same request always has the same evaluation. */
export function evaluate(request: GccRequest): Evaluation {
  const missing: string[] = [];
  const defects: Defect[] = [];
  for (const { kind, state, source, message, find } of CONDITIONS) {
    for (const place of find(request)) {
      const { path, detail } = typeof place === 'string' ? { path: place, detail: '' } : place;
      if (state === 'incomplete') missing.push(path);
      else defects.push({ kind, path, message: message + detail, source });
    }
  }
  const state = missing.length > 0 ? 'incomplete' : defects.length > 0 ? 'stated_with_defects' : 'stated';
  return { state, missing, defects, notes: requestNotes(request) };
}
