/** Whether a tag waits for the visitor's consent: by its own consent settings, or by triggers on a consent platform. */
import { textOf } from '../javascript/literal.ts';
import { type Firings, LOAD_EVENTS } from './firing.ts';
import { testsOf } from './triggers.ts';

/** Names in the events and variables of consent platforms. */
const PLATFORMS = [
  'consent',
  'optanon',
  'onetrust',
  'cookiebot',
  'usercentrics',
  'didomi',
  'iubenda',
  'cookieyes',
  'cookie_preference',
  'cookielaw',
  'complianz',
  'cmplz',
  'termly',
  'trustarc',
  'truste',
  'axeptio',
  'osano',
  'borlabs',
  'klaro',
  'tcfapi',
  'gdpr',
];

export function waitsForConsent(firings: Firings, tag: number): boolean {
  if (firings.consentTypes(tag).length > 0) return true;
  const sources = firings.sourcesOf(tag).filter((source) => firings.rulesThatAdd(source).length > 0);
  return sources.length > 0 && sources.every((source) => isGated(firings, source));
}

/** A rule on consent blocks it, or every rule that adds it is about consent. */
function isGated(firings: Firings, tag: number): boolean {
  return (
    firings.rulesThatBlock(tag).some((rule) => isAboutConsent(firings, rule)) ||
    firings.rulesThatAdd(tag).every((rule) => isAboutConsent(firings, rule))
  );
}

function isAboutConsent(firings: Firings, rule: number): boolean {
  return testsOf(firings.container.rules[rule]!).some(({ predicate }) => {
    firings.effort.done++;
    return namesConsent(subjectOf(firings, predicate));
  });
}

function namesConsent(text: string): boolean {
  const lower = text.toLowerCase();
  return PLATFORMS.some((name) => lower.includes(name));
}

/** What a predicate is about: the name of its variable, or the event that it compares. */
function subjectOf(firings: Firings, predicate: number): string {
  const { predicates, macros } = firings.container;
  const object = predicates[predicate];
  const left = object?.get('arg0');
  const macro = Array.isArray(left) && left[0] === 'macro' && typeof left[1] === 'number' ? macros[left[1]] : undefined;
  const name = textOf(macro, 'vtp_name') ?? '';
  return textOf(macro, 'function') === '__e' ? eventOf(textOf(object, 'arg1') ?? '') : name;
}

/** The load of a page begins with an event that has consent in its name. It waits for nothing. */
function eventOf(name: string): string {
  return LOAD_EVENTS.includes(name) ? '' : name;
}
