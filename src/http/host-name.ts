/**
 * A well-formed host. The router and the links in answers use the URL that the engine makes of `Host`, and a malformed one moves the
 * parts of that URL: after `Host: a/b` it has no host, after `Host: 0x7f.1` another one.
 */
/** A name of 253 characters and a port. */
export const HOST_LENGTH_MAX = 259;
const HOST = /^(?<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?$/;

/** The host without its port, in small letters; undefined if the text is not one well-formed host. Two joined by a comma are not. */
export function hostName(text: string): string | undefined {
  const host = text.toLowerCase();
  const { name, port } = (host.length <= HOST_LENGTH_MAX && HOST.exec(host)?.groups) || {};
  if (name === undefined || Number(port ?? 0) > 65_535) return undefined;
  // The engine reads a name that looks like a number as IPv4, in any spelling, and refuses some others, such as wrong Punycode.
  const parsed = URL.parse(`http://${name}`)?.hostname;
  return parsed === name || name.startsWith('[') ? parsed : undefined;
}
