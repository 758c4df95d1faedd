/** The calls of one page in the order in which its windows see them, with how sure it is that each runs. */

import type { SendingGrade } from '../../domain/scan-report.ts';
import type { EntryFact, EventFact, TagFact } from '../tags/facts.ts';
import type { KnownSender } from './senders.ts';

/** How sure a call or a hit is, and under which condition. */
export interface Certainty {
  grade: SendingGrade;
  when?: string;
}

/** `page`: code of the page, in its order. Containers start after it, and app pixels after them. */
type Source = 'page' | 'container' | 'app';

export interface Call<F = TagFact | EventFact | EntryFact> extends Certainty {
  fact: F;
  sender: KnownSender;
  source: Source;
  /** `load`: while the page loads, at `order`. `later`: after that, perhaps often. */
  moment: 'load' | 'later';
  order: number;
}

const RANK: Record<SendingGrade, number> = { always: 0, some: 1, perhaps: 2, paused: 3 };

/** The lesser of two certainties. */
export function weaker(a: Certainty, b: Certainty): Certainty {
  return RANK[b.grade] > RANK[a.grade] ? b : a;
}

export function rankOf(grade: SendingGrade): number {
  return RANK[grade];
}

/** The call of a fact. Undefined if the code never runs. */
export function callOf<F extends TagFact | EventFact>(fact: F, sender: KnownSender): Call<F> | undefined {
  if (fact.runs === 'dead') return undefined;
  const source: Source = fact.origin === undefined ? 'page' : 'container';
  let certainty: Certainty = { grade: 'always' };
  let moment: Call['moment'] = 'load';
  if (fact.origin !== undefined) {
    const { firing } = fact;
    if (!firing) certainty = { grade: 'perhaps', when: 'when its trigger fires' };
    else if (firing.onLoad === 'never') {
      if (firing.events.length === 0) return undefined;
      certainty = { grade: 'some', when: firing.when };
      moment = 'later';
    } else if (firing.onLoad !== 'always') certainty = { grade: firing.onLoad, when: firing.when };
  }
  if (fact.kind === 'tag') {
    if (fact.condition?.here === false) return undefined;
    if (fact.condition?.here === 'unknown')
      certainty = weaker(certainty, { grade: 'perhaps', when: fact.condition.text });
  }
  if (fact.form === 'gated') certainty = weaker(certainty, { grade: 'some', when: 'once the visitor consents' });
  switch (fact.runs) {
    case 'branch':
      certainty = weaker(certainty, { grade: 'some', when: 'under a condition in its code' });
      break;
    case 'handler':
      certainty = weaker(certainty, { grade: 'some', when: 'on an action of the visitor' });
      moment = 'later';
      break;
    case 'function':
      certainty = weaker(certainty, { grade: 'perhaps', when: 'if its function is called' });
      moment = 'later';
      break;
    case 'subscription':
      if (fact.guarded) certainty = weaker(certainty, { grade: fact.guarded, when: 'under a condition in its code' });
      moment = 'later';
      break;
  }
  return { fact, sender, source, moment, order: fact.offset, ...certainty };
}

/** Whether one of two calls has surely run before the other. `perhaps` where scripts load in an order that is not certain. */
export function runsBefore(a: Call, b: Call): boolean | 'perhaps' {
  if (b.moment === 'later') return true;
  if (a.moment === 'later') return isFunction(a) ? 'perhaps' : false;
  if (a.source === b.source) return a.source !== 'page' || a.order <= b.order;
  // Page code has run before asynchronous scripts. The order of these is not certain.
  return a.source === 'page' ? true : 'perhaps';
}

function isFunction({ fact }: Call): boolean {
  return 'runs' in fact && fact.runs === 'function';
}

/** Page code in its order, then containers, then apps; what runs later comes last. */
export function inOrder<C extends Call>(calls: readonly C[]): C[] {
  return calls.toSorted((a, b) => phase(a) - phase(b) || (a.source === 'page' ? a.order - b.order : 0));
}

const PHASES: Record<Source, number> = { page: 0, container: 1, app: 2 };

function phase({ moment, source }: Call): number {
  return moment === 'later' ? 3 : PHASES[source];
}
