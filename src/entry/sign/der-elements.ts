/** Reads DER (X.690) with limits, before a library that has none gets the bytes. */

/** A CMS signature with time stamp and long chains has about 600 elements, 15 deep. */
const ELEMENTS_MAX = 4000;
const DEPTH_MAX = 32;

/** The bytes are not DER, or have more elements than a signature needs. */
export class DerFault extends Error {}

export interface DerElement {
  tag: number;
  /** With tag and length. */
  bytes: Uint8Array;
  contents: Uint8Array;
}

/** The first element of `bytes`; others may follow. Only definite, shortest lengths and tags of one byte. @throws DerFault */
export function firstElement(bytes: Uint8Array): DerElement {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw new DerFault('it ends too early');
  if ((tag & 0x1f) === 0x1f) throw new DerFault('it has a tag of several bytes');
  let length = first;
  let start = 2;
  if (first >= 0x80) {
    const octets = first & 0x7f;
    if (octets === 0 || octets > 4) throw new DerFault('it has an indefinite or too great length');
    start += octets;
    if (start > bytes.byteLength) throw new DerFault('it ends too early');
    length = bytes.subarray(2, start).reduce((sum, octet) => sum * 256 + octet, 0);
    if (length < 0x80 || length < 256 ** (octets - 1)) throw new DerFault('it has a length that is not the shortest');
  }
  const end = start + length;
  if (end > bytes.byteLength) throw new DerFault('it ends too early');
  return { tag, bytes: bytes.subarray(0, end), contents: bytes.subarray(start, end) };
}

/** The elements one after the other in `contents`. @throws DerFault */
export function elementsIn(contents: Uint8Array): DerElement[] {
  const elements: DerElement[] = [];
  for (let rest = contents; rest.byteLength > 0; rest = rest.subarray(elements.at(-1)!.bytes.byteLength)) {
    elements.push(firstElement(rest));
    if (elements.length > ELEMENTS_MAX) throw new DerFault('it has too many elements');
  }
  return elements;
}

/**
 * The element that `bytes` begins with, after a walk through everything in it. What follows must be zeros.
 * @throws DerFault unless all of it is DER within the limits
 */
export function boundedElement(bytes: Uint8Array): Uint8Array {
  const whole = firstElement(bytes);
  if (bytes.subarray(whole.bytes.byteLength).some((byte) => byte !== 0)) throw new DerFault('something follows it');
  let count = 0;
  const walk = (contents: Uint8Array, depth: number): void => {
    if (depth > DEPTH_MAX) throw new DerFault('it is nested too deep');
    for (const { tag, contents: inner } of elementsIn(contents)) {
      if (++count > ELEMENTS_MAX) throw new DerFault('it has too many elements');
      if ((tag & 0x20) !== 0) walk(inner, depth + 1);
    }
  };
  walk(whole.bytes, 0);
  return whole.bytes;
}
