/** Shapes of vendor ids. A shape alone proves nothing: a UUID is the id of three vendors, and of many things that are none. */

const SHAPES = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  // An AWS key has the same length.
  tiktok: /^(?!AKIA)[A-Z0-9]{20}$/,
  klaviyo: /^[A-Za-z0-9]{6}$/,
  clarity: /^[a-z0-9]{8,12}$/,
  x: /^[a-z0-9]{5,6}$/,
  reddit: /^(?:t2|a2)_[a-z0-9]{6,13}$/,
  convert: /^\d{4,12}-\d{4,12}$/,
  floodlight: /^(?:DC-)?\d{6,8}$/,
  optimize: /^(?:OPT|GTM)-[A-Z0-9]{6,8}$/,
  // Site ids of Hotjar, or of Contentsquare, which took it over.
  hotjar: /^(?:\d{5,8}|[0-9a-f]{13})$/,
  digits_4_to_6: /^\d{4,6}$/,
  digits_5_to_8: /^\d{5,8}$/,
  digits_7_to_9: /^\d{7,9}$/,
  digits_13: /^\d{13}$/,
  hex_34: /^[0-9a-f]{34}$/i,
  host: /^[a-z0-9][a-z0-9.-]{1,80}\.[a-z]{2,20}$/i,
  word: /^[A-Za-z0-9][\w-]{1,40}$/,
} as const satisfies Record<string, RegExp>;

export type IdShape = keyof typeof SHAPES;

export function hasShape(id: string, shape: IdShape): boolean {
  return SHAPES[shape].test(id);
}
