/** @jsxImportSource preact */

/** A description of the OpenAPI document: text with `code` in it. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`');
  // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never updated
  return <>{parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}
