/**
 * Finds the settings of a GTM container or Google tag in its script: the object behind `"resource":`, and what each template may
 * do. They are JSON in every file that Google serves; a copy may be printed over many lines, or be saved as a page.
 */
import type { Effort } from '../../domain/effort.ts';
import { type Literal, type LiteralObject, listOf, objectOf, textOf } from '../javascript/literal.ts';
import { parseLiteral } from '../javascript/static-evaluator.ts';
import { type Identity, identityOf } from './identity.ts';

/** One rule: predicates that must hold or must not, and the tags that it adds and blocks. All are indexes. */
export interface TriggerRule {
  if: readonly number[];
  unless: readonly number[];
  add: readonly number[];
  block: readonly number[];
}

export interface Container extends Identity {
  version?: string;
  macros: readonly LiteralObject[];
  tags: readonly LiteralObject[];
  predicates: readonly LiteralObject[];
  rules: readonly TriggerRule[];
  /** What each custom template may do, by its function name. */
  permissions: LiteralObject;
  /** The code of the custom templates, as text. */
  runtime: string;
}

/** Undefined if the script has no such settings, as plain code has none. */
export function containerOf(script: string, effort: Effort): Container | undefined {
  const text = asWritten(script);
  effort.done += text.length;
  const found = objectAt(text, 'resource', 0, effort);
  if (!found) return undefined;
  const { value: resource, end } = found;
  const objects = (key: string): LiteralObject[] =>
    listOf(resource.get(key)).map((item) => objectOf(item) ?? new Map());
  const permissions = objectAt(text, 'permissions', end, effort);
  const blob = objectAt(text, 'blob', end, effort);
  const runtimeAt = text.indexOf('"runtime"', end);
  return {
    ...identityOf(text.slice(Math.max(end, permissions?.end ?? 0)), blob?.value, effort),
    version: textOf(resource, 'version'),
    macros: objects('macros'),
    tags: objects('tags'),
    predicates: objects('predicates'),
    rules: listOf(resource.get('rules')).map(ruleOf),
    permissions: permissions?.value ?? new Map(),
    runtime: runtimeAt < 0 || !permissions ? '' : text.slice(runtimeAt, permissions.end),
  };
}

/** The text of a script that was saved as a page, with its entities resolved. */
function asWritten(script: string): string {
  if (script.includes('"resource"') || !script.includes('&quot;resource&quot;')) return script;
  return script
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The object behind the first `"name":` from `from`, up to its matching brace. */
function objectAt(
  text: string,
  name: string,
  from: number,
  effort: Effort,
): { value: LiteralObject; end: number } | undefined {
  const key = `"${name}"`;
  for (let at = text.indexOf(key, from); at >= 0; at = text.indexOf(key, at + 1)) {
    const colon = skipSpace(text, at + key.length);
    const open = text[colon] === ':' ? skipSpace(text, colon + 1) : -1;
    if (open < 0 || text[open] !== '{') continue;
    const close = closing(text, open);
    effort.done += (close < 0 ? text.length : close) - open;
    if (close < 0) return undefined;
    const value = objectOf(fromJson(text.slice(open, close + 1), effort));
    return value && { value, end: close + 1 };
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) {
      for (i++; i < text.length && text.charCodeAt(i) !== 34; i++) if (text.charCodeAt(i) === 92) i++;
    } else if (c === 123 || c === 91) depth++;
    else if ((c === 125 || c === 93) && --depth === 0) return i;
  }
  return -1;
}

function fromJson(text: string, effort: Effort): Literal {
  try {
    return toLiteral(JSON.parse(text));
  } catch {
    return parseLiteral(text, effort);
  }
}

function toLiteral(value: unknown): Literal {
  if (Array.isArray(value)) return value.map(toLiteral);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, toLiteral(item)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** As Google's library reads it: of two lists of one kind, the last counts. */
function ruleOf(value: Literal): TriggerRule {
  const rule = new Map<string, number[]>();
  for (const part of listOf(value)) {
    const [kind, ...indexes] = listOf(part);
    if (typeof kind === 'string')
      rule.set(
        kind,
        indexes.filter((index) => typeof index === 'number'),
      );
  }
  const of = (kind: string) => rule.get(kind) ?? [];
  return { if: of('if'), unless: of('unless'), add: of('add'), block: of('block') };
}
