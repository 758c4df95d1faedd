/** Shapes of vendor ids. A shape alone proves nothing: a UUID is the id of three vendors, and of many things that are none. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const SHAPES = {
  uuid: UUID,
  tiktok: /^[A-Z0-9]{20}$/,
  digits_13: /^\d{13}$/,
  digits_7_to_9: /^\d{7,9}$/,
  digits_5_to_8: /^\d{5,8}$/,
  klaviyo: /^[A-Za-z0-9]{6}$/,
  host: /^[a-z0-9][a-z0-9.-]{1,80}\.[a-z]{2,20}$/,
} as const satisfies Record<string, RegExp>;

export type IdShape = keyof typeof SHAPES;

export function hasShape(id: string, shape: IdShape): boolean {
  return SHAPES[shape].test(id);
}
