/**
 * The address of the frame where that of the page is meant. In a custom pixel, `location.href` is `/web-pixels@…/sandbox/modern/…`,
 * in every spelling. The address of the page is `event.context.document.location.href` (shopify.dev, web-pixels-api, "context").
 */
import type { AnyNode, Program } from 'acorn';
import { memberName, Names, walk } from './syntax.ts';

const WINDOWS = new Set(['window', 'self', 'globalThis']);
/** Members of a location that are its address, or the path of it. Its query is that of the page. */
const ADDRESS = new Set(['href', 'pathname', 'toString', 'valueOf']);
const OF_DOCUMENT = new Set(['URL', 'documentURI', 'baseURI']);
/** Functions that only rewrite a text. */
const REWRITES = new Set(
  'encodeURIComponent encodeURI decodeURI decodeURIComponent String stringify toString URL split replace slice trim toLowerCase concat'.split(
    ' ',
  ),
);
/** Calls that send what they get. */
const SENDS =
  /^(?:gtag|fbq|ttq|track|trackSelf|page|pintrk|snaptr|twq|rdt|lintrk|push|fetch|sendBeacon|axios|post|send|event|capture|identify|config)$/;

/** Calls that send the address of the frame: the offset of each, and that of the address. */
export function frameAddresses(tree: Program): Map<number, number> {
  const names = new Names(tree);
  const known = new Map<AnyNode, AnyNode | undefined>();
  const found = new Map<number, number>();
  walk(tree, (node) => {
    if (node.type !== 'CallExpression') return;
    const name = node.callee.type === 'Identifier' ? node.callee.name : memberName(node.callee);
    if (name === undefined || !SENDS.test(name)) return;
    for (const argument of node.arguments) {
      const at = addressIn(argument, names, known);
      if (at !== undefined) found.set(node.callee.start, at.start);
    }
  });
  return found;
}

/** The address of the frame in a value that is sent. Not where it is compared or searched. */
function addressIn(node: AnyNode, names: Names, known: Map<AnyNode, AnyNode | undefined>): AnyNode | undefined {
  if (known.has(node)) return known.get(node);
  known.set(node, undefined);
  const found = readAddress(node, names, known);
  known.set(node, found);
  return found;
}

function readAddress(node: AnyNode, names: Names, known: Map<AnyNode, AnyNode | undefined>): AnyNode | undefined {
  const first = (nodes: readonly (AnyNode | null | undefined)[]): AnyNode | undefined => {
    for (const each of nodes) {
      const found = each ? addressIn(each, names, known) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  if (isFrameAddress(node, names)) return node;
  switch (node.type) {
    case 'ObjectExpression':
      return first(node.properties.map((each) => (each.type === 'Property' ? each.value : each.argument)));
    case 'ArrayExpression':
      return first(node.elements);
    case 'TemplateLiteral':
      return first(node.expressions);
    case 'BinaryExpression':
      return node.operator === '+' ? first([node.left, node.right]) : undefined;
    case 'LogicalExpression':
      // `event.context.document.location.href || location.href`: the second one is not reached.
      return first([node.left]);
    case 'ConditionalExpression':
      return first([node.consequent, node.alternate]);
    case 'ChainExpression':
      return first([node.expression]);
    case 'CallExpression':
    case 'NewExpression': {
      const { callee } = node;
      const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
      if (name === undefined || !REWRITES.has(name)) return undefined;
      const owner = callee.type === 'MemberExpression' ? callee.object : undefined;
      return first([owner, ...node.arguments]);
    }
    case 'MemberExpression':
      // `location.href.split('?')[0]`
      return node.object.type === 'CallExpression' ? first([node.object]) : undefined;
    case 'Identifier': {
      const value = names.valueOf(node.name);
      return value && value.type !== 'Identifier' && !isFunction(value) ? first([value]) : undefined;
    }
    default:
      return undefined;
  }
}

function isFunction(node: AnyNode): boolean {
  return node.type.includes('Function');
}

function isFrameAddress(node: AnyNode, names: Names): boolean {
  if (isLocation(node, names)) return true;
  if (node.type === 'CallExpression') return node.arguments.length === 0 && isFrameAddress(node.callee, names);
  if (node.type !== 'MemberExpression') return false;
  const name = memberName(node) ?? '';
  if (ADDRESS.has(name)) return isLocation(node.object, names);
  return OF_DOCUMENT.has(name) && isGlobal(node.object, 'document', names);
}

/** `location`, `window.location`, `document.location`, or a name for it. */
function isLocation(node: AnyNode, names: Names): boolean {
  if (isGlobal(node, 'location', names)) return true;
  if (node.type === 'Identifier') {
    const value = names.valueOf(node.name);
    return value?.type === 'MemberExpression' && isLocation(value, names);
  }
  return (
    memberName(node) === 'location' && node.type === 'MemberExpression' && isGlobal(node.object, 'document', names)
  );
}

/** `document`, `window.document`, `window['document']`. */
function isGlobal(node: AnyNode, name: string, names: Names): boolean {
  if (node.type === 'Identifier') return node.name === name && !names.has(name);
  if (node.type !== 'MemberExpression' || memberName(node) !== name) return false;
  const { object } = node;
  return object.type === 'Identifier' && WINDOWS.has(object.name) && !names.has(object.name);
}
