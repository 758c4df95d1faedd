/** What the report says about something that can send events and was not read. */

import type { ContainerReference } from '../containers/reference.ts';
import type { CustomPixelReference } from '../custom-pixels/address.ts';
import type { UnreadFact } from '../tags/facts.ts';

const NOWHERE = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };

/** @param reason a sentence without anything that the shop sent */
export function unreadScript({ kind, id, url }: ContainerReference, reason: string): UnreadFact {
  const what = kind === 'first_party_loader' ? 'loader' : 'container';
  return { ...NOWHERE, kind: 'unread', what, id: id ?? url.replace(/[?#].*/s, ''), reason };
}

export function unreadPixel({ pixelId, name }: CustomPixelReference, reason: string): UnreadFact {
  return { ...NOWHERE, kind: 'unread', what: 'custom_pixel', id: pixelId, ...(name !== undefined && { name }), reason };
}

/** @param path of the page, which a scan of several pages wanted to read */
export function unreadPage(path: string, reason: string): UnreadFact {
  return { ...NOWHERE, kind: 'unread', what: 'page', id: path, reason };
}
