/** The part of recheck that is plain JavaScript. Its own types are for the entry that starts Java or a native program. */
declare module 'recheck/lib/browser.js' {
  export function checkSync(
    pattern: string,
    flags: string,
    options: { timeout: number },
  ): { status: 'safe' | 'vulnerable' | 'unknown'; error?: { kind: string } };
}
