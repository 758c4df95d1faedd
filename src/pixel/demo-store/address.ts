/** Where the demo store is. Without its pages, for who only names it. */
export const DEMO_STORE_HOST = 'demo-store.portside.invalid';
export const DEMO_STORE_URL = `https://${DEMO_STORE_HOST}/`;
