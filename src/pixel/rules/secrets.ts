import kinds from '../../../data/pixel/secrets.json' with { type: 'json' };
import type { EntryFact, PageFacts, Place, SecretFact } from '../tags/facts.ts';
import { type Match, type Rule, shownId, shownName } from './rule.ts';

const KINDS = new Map(kinds.map((kind) => [kind.secret, kind]));

/** One finding for each secret, however often it is published. The places come from the page, the owner from what is beside it. */
function published(page: PageFacts, isShown: (secret: SecretFact) => boolean): Match[] {
  const groups = Map.groupBy(page.secrets.filter(isShown), ({ digest }) => digest);
  return [...groups].map(([digest, facts]) => {
    const sure = facts.find((fact) => fact.sure) ?? facts[0]!;
    const entry = page.entries.find(({ secrets }) => secrets?.includes(digest));
    const kind = KINDS.get(sure.secret)!;
    const ownerId = facts.find((fact) => fact.ownerId !== undefined)?.ownerId;
    return {
      id: `${sure.secret} ${digest}`,
      ids: ownerId === undefined ? [] : [ownerId],
      cause: `secret ${digest}`,
      at: entry ?? sure,
      places: entry ? [entry, ...elsewhere(facts, entry)] : facts,
      found: foundOf(sure, kind.name, ownerId, locationOf(sure, entry)),
      remedy: remedyOf(kind.remedy, appOf(sure, entry)),
      evidence: [lengthOf(sure)],
      ...(!sure.sure && { severity: 'info' as const }),
    };
  });
}

/** Places that are not in the pixel list, whose place is the one of its entry. */
function elsewhere(facts: readonly SecretFact[], entry: EntryFact): Place[] {
  // A page on one line has other code before its list.
  const isOfList = ({ line, offset, origin, pixel }: SecretFact) =>
    line === entry.line && offset >= entry.offset && origin === entry.origin && pixel === undefined;
  return facts.filter((fact) => !isOfList(fact));
}

function foundOf({ secret, sure, cut }: SecretFact, name: string, ownerId: string | undefined, where: string): string {
  const owner = ownerId === undefined ? '' : ` of ${shownId(ownerId)}`;
  if (secret === 'ga4_api_secret') {
    const subject = `The api_secret${owner || ' of a GA4 property'}`;
    return sure ? `${subject} is published ${where}` : `What looks like an api_secret of GA4 is published ${where}`;
  }
  const article = /^[aeiou]/i.test(name) ? 'An' : 'A';
  if (sure) return `${article} ${name}${owner} is published ${where}`;
  const kind = `${article.toLowerCase()} ${name}`;
  return cut
    ? `What may be the beginning of ${kind} is published ${where}`
    : `What looks like ${kind} is published ${where}`;
}

function locationOf(fact: SecretFact, entry: EntryFact | undefined): string {
  if (entry?.appName !== undefined) return `in the configuration of the app pixel ${entry.appName}`;
  if (entry) return 'in a web pixel’s configuration';
  if (fact.app !== undefined) return `in the block of the app ${shownName(fact.app)}`;
  if (fact.pixel !== undefined) return `in the code of the custom pixel ${shownId(fact.pixel)}`;
  if (fact.file !== undefined) return `in the theme file ${shownName(fact.file)}`;
  return fact.origin === undefined ? 'in the page' : 'in a container of the page';
}

/** The app that publishes the secret: its pixel, or its block in the theme. */
function appOf(fact: SecretFact, entry: EntryFact | undefined): string | undefined {
  if (entry) return entry.type === 'APP' ? (entry.appName ?? '') : undefined;
  return fact.app === undefined ? undefined : shownName(fact.app);
}

/** Nobody but its vendor can take a secret out of an app, so the merchant removes the app. */
function remedyOf(remedy: string, app: string | undefined): string {
  if (app === undefined) return remedy;
  const rest = remedy.replace(/^Delete it from the page, (?:and )?/, '').replace(/^./, (first) => first.toUpperCase());
  return `Remove the app${app === '' ? '' : ` ${app}`} and tell its vendor that it publishes this. ${rest}`;
}

/** The length as a class, because the exact one would be a first step to the secret. */
function lengthOf({ chars }: SecretFact): string {
  const [from, to] = [20, 32, 60, 100, 150, 250, 1000]
    .map((to, i, all) => [all[i - 1] ?? 16, to])
    .find(([, to]) => chars < to!) ?? [1000];
  return to === undefined ? `It has ${from} characters or more.` : `It has ${from} to ${to - 1} characters.`;
}

export const SECRET_RULES: readonly Rule[] = [
  {
    id: 'ga4_api_secret_exposed',
    severity: 'error',
    category: 'privacy_security',
    weight: 34,
    what: 'A Measurement Protocol api_secret is published in the page.',
    why: 'Anyone can write events into the property.',
    remedy: 'Revoke the secret in GA4 and ask the app’s vendor to keep it on their server.',
    source: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4',
    match: (page) => published(page, ({ secret }) => secret === 'ga4_api_secret'),
  },
  {
    id: 'secret_published',
    severity: 'error',
    category: 'privacy_security',
    weight: 34,
    what: 'A token, key or secret that belongs on a server is published in the page: of Meta, TikTok, Klaviyo, Pinterest, Snap, Shopify and others.',
    why: 'Anyone who opens the page can use it in the name of the store.',
    remedy: 'Delete it from the page, revoke it at the vendor, and use a new one only on a server.',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
    match: (page) => published(page, ({ secret }) => secret !== 'ga4_api_secret'),
  },
];
