/** Types of script elements: which run, and which wait for consent. */

export const EXECUTABLE = new Set(
  ['', 'module', 'text/javascript', 'application/javascript', 'application/x-javascript', 'text/ecmascript'].concat(
    ['application/ecmascript', 'application/x-ecmascript', 'text/x-javascript', 'text/x-ecmascript', 'text/jscript'],
    ['text/livescript', 'text/javascript1.0', 'text/javascript1.1', 'text/javascript1.2', 'text/javascript1.3'],
    // Partytown runs its scripts in a worker.
    ['text/javascript1.4', 'text/javascript1.5', 'text/partytown', 'text/partytown-x'],
  ),
);

/** Cloudflare's Rocket Loader puts a nonce before the type of a script and runs the script later. */
export const ROCKET_LOADER = /^[0-9a-f]{8,64}-(?:(?:text|application)\/javascript|module)$/;

/** Types of performance plugins, which run the script after the first move of the visitor: WP Rocket, LiteSpeed, Rocket Loader. */
export const DELAYED = /^(?:text\/)?(?:rocket|lazy|litespeed|delay|pmdelayed|defer)\w*(?:script|\/javascript)?$/;

/** GTM changes the scripts of custom HTML tags to this type and runs them itself. Their address is in `data-gtmsrc`. */
export const CONTAINER_SCRIPT = 'text/gtmscript';

/** A script with such a type does not run until a consent platform changes the type. Templates have some of these types too. */
export const CONSENT_GATED_TYPE = /^text\/plain$|block|cookie|consent/;

/** By these attributes a consent platform knows to which purpose a script belongs. */
export const CONSENT_ATTRIBUTES = [
  'data-cookieconsent',
  'data-cookie-consent',
  'data-cookiecategory',
  'data-category',
  'data-consent',
  'data-usercentrics',
];
const BLOCKED = /^(?:text\/|application\/)?javascript[/-]blocked$/;

/** Whether a script with a gated type shows by itself that a consent platform is at work: it is no template. */
export function isConsentGate(type: string, attributes: ReadonlyMap<string, string>): boolean {
  const isFile = attributes.has('src') || attributes.has('data-src');
  return isFile || BLOCKED.test(type) || CONSENT_ATTRIBUTES.some((name) => attributes.has(name));
}
