/**
 * The facts of a custom pixel: what the merchant's code sends, where, and on which store events. The code runs in a frame of its own,
 * on the storefront, in checkout and on the thank-you page.
 */
import { Work } from '../../domain/work.ts';
import { WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import type { Fact, Place, UnreadFact } from '../tags/facts.ts';
import { recognise } from '../tags/recognise.ts';
import { type CustomPixelReference, SANDBOX_BYTES_MAX } from './address.ts';
import { extractCode } from './extract.ts';

const FACTS_MAX = 1000;
const START = { offset: 0, line: 1, column: 1 };

/**
 * `text` is the sandbox document of the pixel. Lines and columns of the facts count from the first line of the merchant's code.
 * Shopify's own default pixel gives nothing. Never throws.
 */
export function customPixelFacts(
  text: string,
  reference: Pick<CustomPixelReference, 'pixelId' | 'name'>,
  work = new Work(WORK_MIN + WORK_PER_CHAR * Math.min(text.length, SANDBOX_BYTES_MAX)),
): Fact[] {
  const { pixelId, name } = reference;
  const place: Place = { ...START, script: 0, excerpt: '', pixel: pixelId };
  const unread = (reason: string): UnreadFact => ({
    ...place,
    kind: 'unread',
    what: 'custom_pixel',
    id: pixelId,
    ...(name !== undefined && { name }),
    reason,
  });
  if (text.length > SANDBOX_BYTES_MAX) return [unread('Its document is longer than the limit.')];
  const found = extractCode(text, work);
  if (found.state === 'other') return [unread('The shop did not send its code. The answer is another page.')];
  if (found.state === 'broken') {
    const fact: Fact = {
      ...place,
      kind: 'custom_pixel',
      subscriptions: [],
      broken: true,
      hasMarkup: found.cut || undefined,
    };
    return [fact, unread('Its code does not end where Shopify’s frame around it does, so it could not be read.')];
  }
  if (!/^\d+$/.test(found.pixelId)) return [];
  if (found.pixelId !== pixelId) return [unread('The shop sent the code of another pixel.')];
  const facts: Fact[] = [{ ...place, kind: 'custom_pixel', subscriptions: [] }];
  const add = (fact: Fact): void => {
    if (facts.length < FACTS_MAX) facts.push({ ...fact, pixel: pixelId });
  };
  recognise({ text: found.code, at: START, form: 'custom_pixel', script: 1 }, add, work);
  return facts;
}
