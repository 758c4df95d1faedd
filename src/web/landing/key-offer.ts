/** How a visitor gets a key, in the words of whoever runs this service. */
import { type Html, html } from '../../http/html.ts';

/** @param offer the setting `key_offer` @param contact the setting `contact` */
export function keyOffer(offer: string, contact: string): Html {
  if (offer) return linked(offer);
  // The default of the setting: an address that nobody reads.
  if (contact.endsWith('.invalid')) return html`Ask whoever runs this service for a key.`;
  const href = /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : contact;
  if (!/^(?:mailto:|https?:\/\/)/.test(href)) return html`Ask ${contact} for a key.`;
  return html`Ask <a href="${href}">${contact}</a> for a key.`;
}

/** The text with its addresses as links. */
function linked(text: string): Html {
  const parts = text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)])/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}`;
}
