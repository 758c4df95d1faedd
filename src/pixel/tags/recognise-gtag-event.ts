/**
 * `gtag('event', …)`: one call may be an event of Analytics, a conversion of Google Ads for each label, and an activity of
 * Floodlight. `send_to` says which (developers.google.com/tag-platform/gtagjs/reference, `send_to`).
 */

import { memberAt, memberOf, textsAt } from '../javascript/expression.ts';
import { objectOf, UNKNOWN } from '../javascript/literal.ts';
import { AMOUNT, lackingOf } from './amount.ts';
import type { EventFact, Place } from './facts.ts';
import { faultOfGoogleId, vendorOf } from './library.ts';
import type { Snippet } from './snippet.ts';

/** The event whose call is token `i`. */
export function recogniseGtagEvent(snippet: Snippet, i: number, nameAt: number, dataAt: number | undefined): void {
  const { code } = snippet;
  const names = code.values(nameAt).filter((name) => typeof name === 'string');
  const targets = targetsOf(snippet, dataAt);
  const transactionId = transactionIdOf(snippet, dataAt);
  const lacks = lackingOf(code, dataAt, AMOUNT);
  const common = { eventId: 'unknown', transactionId, ...(lacks && { lacks }) } as const;
  const add = (fact: Omit<EventFact, 'kind' | 'eventId' | keyof Place>): void =>
    snippet.event(i, nameAt, { ...common, ...fact });

  const analytics: string[] = [];
  const accounts = new Set<string>();
  for (const target of new Set(targets?.texts)) {
    const [id = '', ...rest] = target.trim().split('/');
    const label = rest.join('/');
    // The label of a template is a row of one letter: `AW-123456789/xxxxxxxx`.
    const fault = /^([xXyY0])\1{5,}$/.test(label) ? 'placeholder' : faultOfGoogleId(id);
    const vendor = fault === undefined ? vendorOf(id) : undefined;
    const named = fault === 'placeholder' ? vendorOf(id) : undefined;
    if (named)
      snippet.tag(i, nameAt, {
        vendor: named,
        via: 'config',
        id: faultOfGoogleId(id) ? id : `label ${label.slice(0, 8)}…`,
        invalid: fault,
      });
    if (vendor === 'google_ads') {
      accounts.add(id);
      // Whatever its name, an event that is sent to a label is a conversion. Without a label it only adds to audiences.
      if (label !== '') add({ vendor, name: 'conversion', to: [id], label });
      else for (const name of names) add({ vendor, name, to: [id] });
    } else if (vendor === 'floodlight')
      add({ vendor, name: names[0] ?? 'conversion', to: [id], label: label || undefined });
    else if (vendor === 'ga4' || vendor === 'google_tag') analytics.push(id);
  }
  // A name of a group is not an id: the event may go to any of its ids.
  const isOnlyElsewhere = targets !== undefined && targets.texts.length > 0 && targets.texts.every(isOtherTarget);
  if (analytics.length > 0) for (const name of names) add({ vendor: 'ga4', name, to: analytics });
  else if (targets?.texts.length === 0) for (const name of names) add({ vendor: 'ga4', name, to: [] });
  else if (!isOnlyElsewhere) for (const name of names) add({ vendor: 'ga4', name });
  // An event that is sent to an Ads account installs that account, as a config does.
  for (const id of accounts) snippet.tag(i, nameAt, { vendor: 'google_ads', via: 'config', id });
}

/** An id that is not of Analytics, such as `AW-1/abc`, `MC-…` or `UA-…`. */
function isOtherTarget(target: string): boolean {
  return /^(?:AW|DC|UA|MC|GTM|OPT)-/.test(target.trim());
}

/** The texts of `send_to`. Undefined if there is none. */
function targetsOf({ code }: Snippet, dataAt: number | undefined): { texts: string[] } | undefined {
  if (dataAt === undefined) return undefined;
  const member = memberAt(code, dataAt, 'send_to');
  if (member >= 0) return textsAt(code, member);
  const value = objectOf(code.value(dataAt))?.get('send_to');
  if (value === undefined) return undefined;
  const values = Array.isArray(value) ? value : [value];
  return { texts: values.filter((text) => typeof text === 'string') };
}

function transactionIdOf({ code }: Snippet, dataAt: number | undefined): EventFact['transactionId'] {
  if (dataAt === undefined) return 'absent';
  const member = memberAt(code, dataAt, 'transaction_id');
  if (code.isName(member, 'undefined')) return 'empty';
  const value = memberOf(code, dataAt, 'transaction_id');
  if (value === undefined) {
    const data = objectOf(code.value(dataAt));
    return data === undefined || data.has('...') ? 'unknown' : 'absent';
  }
  if (value === UNKNOWN) return 'present';
  return value === null || (typeof value === 'string' && value.trim() === '') ? 'empty' : 'present';
}
