/**
 * Tags of AMP pages: `<amp-analytics type="gtag">` and its like (amp.dev, amp-analytics vendors). AMP runs no scripts of its
 * authors, so these settings are all there is.
 */

import { type Literal, listOf, objectOf, textOf } from '../javascript/literal.ts';
import type { EventFact, TagFact } from '../tags/facts.ts';
import { faultOfGoogleId, faultOfMetaId, vendorOf } from '../tags/library.ts';

export type AmpTag = Pick<TagFact, 'vendor' | 'via' | 'id' | 'invalid' | 'quiet'>;
export type AmpEvent = Pick<EventFact, 'vendor' | 'name' | 'to' | 'label' | 'runs' | 'method' | 'eventId'>;

const IDS_MAX = 32;
const TRIGGERS_MAX = 64;
/** Triggers that fire for every visitor (amp.dev, amp-analytics triggers). */
const ON_LOAD = new Set(['visible', 'ini-load', 'render-start']);
/** Requests of `type="facebookpixel"`, whose names differ from those of the events. */
const META_REQUESTS = new Map<string, string>(
  Object.entries({
    pageview: 'PageView',
    viewcontent: 'ViewContent',
    search: 'Search',
    addtocart: 'AddToCart',
    addtowishlist: 'AddToWishlist',
    initiatecheckout: 'InitiateCheckout',
    addpaymentinfo: 'AddPaymentInfo',
    purchase: 'Purchase',
    lead: 'Lead',
    completeregistration: 'CompleteRegistration',
  }),
);

/** Types of `amp-analytics` that belong to the vendors of the rules. */
export const AMP_TYPE = /^(?:facebookpixel|googleanalytics|gtag)$/;

/** The container in `config="https://www.googletagmanager.com/amp.json?id=GTM-…"`. */
export function ampContainer(address: string): AmpTag | undefined {
  const at = address.indexOf('/amp.json?');
  const id = at < 0 ? null : new URLSearchParams(address.slice(at).split('?', 2)[1]).get('id');
  return !id?.startsWith('GTM-') ? undefined : { vendor: 'gtm', via: 'settings', id, invalid: faultOfGoogleId(id) };
}

/** The tags of the JSON inside an `amp-analytics` of this type. */
export function ampTags(type: string, config: Literal): AmpTag[] {
  const vars = objectOf(objectOf(config)?.get('vars'));
  if (type === 'facebookpixel') {
    const id = textOf(vars, 'pixelId');
    return id === undefined ? [] : [{ vendor: 'meta', via: 'settings', id, invalid: faultOfMetaId(id) }];
  }
  const settings = objectOf(vars?.get('config'));
  const named = [textOf(vars, 'gtag_id'), textOf(vars, 'account'), ...(settings?.keys().take(IDS_MAX) ?? [])];
  for (const key of vars?.keys().take(IDS_MAX) ?? []) if (/MEASUREMENT_ID$/i.test(key)) named.push(textOf(vars, key));
  const ids = new Set(named.filter((id) => id !== undefined && vendorOf(id) !== undefined) as string[]);
  return [...ids].map((id) => {
    const quiet = String(objectOf(settings?.get(id))?.get('send_page_view')) === 'false' || undefined;
    return { vendor: vendorOf(id)!, via: 'settings', id, invalid: faultOfGoogleId(id), quiet };
  });
}

/** The events that its triggers send. */
export function ampEvents(type: string, config: Literal): AmpEvent[] {
  const events: AmpEvent[] = [];
  for (const value of objectOf(objectOf(config)?.get('triggers'))?.values().take(TRIGGERS_MAX) ?? []) {
    const trigger = objectOf(value);
    const vars = objectOf(trigger?.get('vars'));
    const runs = ON_LOAD.has(textOf(trigger, 'on') ?? '') ? 'load' : 'handler';
    const common = { runs, eventId: 'unknown' } as const;
    if (type === 'facebookpixel') {
      const request = (textOf(trigger, 'request') ?? '').replace(/^event/, '').toLowerCase();
      const name = textOf(vars, 'eventName') ?? META_REQUESTS.get(request);
      if (name !== undefined) events.push({ ...common, vendor: 'meta', name, method: 'track' });
    } else if (type === 'gtag') {
      const name = textOf(vars, 'event_name');
      const sendTo = vars?.get('send_to');
      const targets = (typeof sendTo === 'string' ? [sendTo] : listOf(sendTo)).filter((to) => typeof to === 'string');
      if (name !== undefined && targets.length === 0) events.push({ ...common, vendor: 'ga4', name });
      for (const target of new Set(targets.slice(0, IDS_MAX))) {
        const [id = '', label] = target.split('/');
        const isAccount = vendorOf(id) === 'google_ads';
        if (isAccount && label) events.push({ ...common, vendor: 'google_ads', name: 'conversion', to: [id], label });
        else if (name !== undefined)
          events.push({ ...common, vendor: isAccount ? 'google_ads' : 'ga4', name, to: [id] });
      }
    }
  }
  return events;
}
