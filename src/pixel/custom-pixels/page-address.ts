/**
 * Page views that carry the address of the pixel's frame, `/web-pixels@…/sandbox/modern/…`, instead of that of the page. gtag.js reads
 * the address of the document that it runs in, so code in the frame must pass `page_location` of the event.
 */
import { objectOf, UNKNOWN } from '../javascript/literal.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import type { Fact } from '../tags/facts.ts';

/** Finds out for one pixel. `at` is the token of the call that a fact is about. */
export class PageAddresses {
  private readonly isSet: boolean;

  constructor(private readonly code: StaticEvaluator) {
    this.isSet = setsPageLocation(code);
  }

  /** Whether the fact is a page view with the address of the frame. */
  isOfFrame(fact: Fact, at: number): boolean {
    const isConfig =
      fact.kind === 'tag' && fact.via === 'config' && !fact.quiet && /^(ga4|google_tag)$/.test(fact.vendor);
    const isView = fact.kind === 'event' && fact.vendor === 'ga4' && fact.name === 'page_view';
    return (isConfig || isView) && !this.isSet && this.code.isName(at, 'gtag') && !passesPageLocation(this.code, at, 2);
  }
}

/** `gtag('set', 'page_location', …)` and `gtag('set', {page_location: …})`, wherever they are. */
function setsPageLocation(code: StaticEvaluator): boolean {
  for (let i = 0; i < code.tokens.count; i++) {
    code.steps++;
    const args = code.isName(i, 'gtag') ? code.callArguments(i, 'gtag') : undefined;
    if (args?.[0] === undefined || args[1] === undefined || code.value(args[0]) !== 'set') continue;
    if (code.value(args[1]) === 'page_location' || passesPageLocation(code, i, 1)) return true;
  }
  return false;
}

/** Whether the object that is passed has a `page_location`, or may have one. */
function passesPageLocation(code: StaticEvaluator, at: number, index: number): boolean {
  const argument = code.callArguments(at, 'gtag')?.[index];
  if (argument === undefined) return false;
  const value = code.value(argument);
  const object = objectOf(value);
  return value === UNKNOWN || object?.has('page_location') === true || object?.has('...') === true;
}
