/** Addresses of stores, as people type them. */

/** `shop.example` is `https://shop.example/`. What is no address is left as it is: the API says what is wrong with it. */
export function storeAddress(text: string): string {
  const typed = text.trim();
  return typed === '' || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
}

/** One address a line. */
export function storeAddresses(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map(storeAddress)
    .filter((address) => address !== '');
}
