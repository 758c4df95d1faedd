/** The files that the pages of `/docs` load. */
export const STYLE_PATH = '/docs/page.css';
export const SCRIPT_PATH = '/docs/page.js';
export const ICON_PATH = '/favicon.svg';
