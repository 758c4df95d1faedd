/**
 * Consent that the code of a custom pixel denies when it loads and never grants. Nothing else can grant it: the consent tool of the
 * page runs in another window (developers.google.com/tag-platform/security/guides/consent; developers.facebook.com, "GDPR";
 * ads.tiktok.com, "Cookie consent"; help.ads.microsoft.com, "UET consent mode").
 */
import type { AnyNode, Program } from 'acorn';
import { memberName, Names, textOf, walk } from './syntax.ts';

/** By vendor, the offset of the call that denies. */
export function deniedForEver(tree: Program): { vendor: string; offset: number }[] {
  const denied = new Map<string, number>();
  const granted = new Set<string>();
  const names = new Names(tree);
  walk(tree, (node) => {
    if (node.type !== 'CallExpression') return;
    const { callee } = node;
    const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
    const [first, second, third] = node.arguments;
    const owner = callee.type === 'MemberExpression' && callee.object.type === 'Identifier' ? callee.object.name : '';
    const vendor =
      name === 'gtag' ? 'google' : name === 'fbq' ? 'meta' : owner === 'ttq' ? 'tiktok' : owner === 'uetq' ? 'uet' : '';
    if (vendor === '') return;
    if (vendor === 'tiktok') {
      if (name === 'holdConsent') denied.set(vendor, node.start);
      if (name === 'grantConsent') granted.add(vendor);
      return;
    }
    const word = textOf(first);
    // What is not known may be a consent update.
    if (word === undefined) granted.add(vendor);
    if (word !== 'consent') return;
    const verb = textOf(second);
    if (verb === 'revoke' || (verb === 'default' && deniesAll(knownValue(third, names))))
      denied.set(vendor, node.start);
    else granted.add(vendor);
  });
  return [...denied].flatMap(([vendor, offset]) => (granted.has(vendor) ? [] : [{ vendor, offset }]));
}

function knownValue(node: AnyNode | undefined, names: Names): AnyNode | undefined {
  return node?.type === 'Identifier' ? names.valueOf(node.name) : node;
}

/** `{ad_storage: 'denied', analytics_storage: 'denied'}` in all regions: every kind of storage that is named is denied. */
function deniesAll(node: AnyNode | undefined): boolean {
  if (node?.type !== 'ObjectExpression') return false;
  let denies = false;
  for (const property of node.properties) {
    if (property.type !== 'Property') return false;
    const key = property.key.type === 'Identifier' ? property.key.name : (textOf(property.key) ?? '');
    if (key === 'region') return false;
    if (!/^(?:ad_storage|analytics_storage)$/.test(key)) continue;
    if (textOf(property.value) !== 'denied') return false;
    denies = true;
  }
  return denies;
}
