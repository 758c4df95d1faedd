/**
 * A GTM container as the GTM user interface exports it (Admin > Export Container), turned into the settings that Google serves, so
 * that one reader reads both. Format: the resources of the Tag Manager API v2 (developers.google.com/tag-platform/tag-manager/api/v2).
 */
import type { Effort } from '../../domain/effort.ts';
import type { Container, TriggerRule } from '../containers/resource.ts';
import type { Literal, LiteralObject } from '../javascript/literal.ts';

/** A parameter of a tag, trigger or variable. */
interface Parameter {
  type?: unknown;
  key?: unknown;
  value?: unknown;
  list?: unknown;
  map?: unknown;
}

/** Containers have at most a few hundred of each. */
const ITEMS_MAX = 5000;
const DEPTH_MAX = 32;
const NAME_CHARS_MAX = 200;

/** The events of the types of triggers. A custom event names its own. */
const EVENTS = new Map(
  Object.entries({
    PAGEVIEW: 'gtm.js',
    DOM_READY: 'gtm.dom',
    WINDOW_LOADED: 'gtm.load',
    INIT: 'gtm.init',
    CONSENT_INIT: 'gtm.init_consent',
    CLICK: 'gtm.click',
    LINK_CLICK: 'gtm.linkClick',
    FORM_SUBMISSION: 'gtm.formSubmit',
    HISTORY_CHANGE: 'gtm.historyChange',
    SCROLL_DEPTH: 'gtm.scrollDepth',
    ELEMENT_VISIBILITY: 'gtm.elementVisibility',
    TIMER: 'gtm.timer',
    YOU_TUBE_VIDEO: 'gtm.video',
    JS_ERROR: 'gtm.pageError',
    TRIGGER_GROUP: 'gtm.triggerGroup',
  }),
);

/** Triggers that every container has, by their numbers. */
const BUILT_IN_TRIGGERS = new Map([
  ['2147479553', 'gtm.js'],
  ['2147479572', 'gtm.init_consent'],
  ['2147479573', 'gtm.init'],
]);

const OPERATORS = new Map(
  Object.entries({
    EQUALS: '_eq',
    CONTAINS: '_cn',
    STARTS_WITH: '_sw',
    ENDS_WITH: '_ew',
    MATCH_REGEX: '_re',
    GREATER: '_gt',
    GREATER_OR_EQUALS: '_ge',
    LESS: '_lt',
    LESS_OR_EQUALS: '_le',
    CSS_SELECTOR: '_css',
    URL_MATCHES: '_um',
  }),
);

/** Built-in variables that conditions and ids depend on. Others are known only in the browser. */
const BUILT_IN_VARIABLES = new Map(
  Object.entries({
    PAGE_URL: { function: '__u', vtp_component: 'URL' },
    PAGE_HOSTNAME: { function: '__u', vtp_component: 'HOST' },
    PAGE_PATH: { function: '__u', vtp_component: 'PATH' },
    REFERRER: { function: '__f' },
    EVENT: { function: '__e' },
    CONTAINER_ID: { function: '__ctid' },
    DEBUG_MODE: { function: '__dbg' },
    RANDOM_NUMBER: { function: '__r' },
  }),
);
const EVENT_MACRO = 0;

/** Undefined if it has no list of tags. */
export function exportedContainer(json: unknown, effort: Effort): Container | undefined {
  const version = objectIn(objectIn(json)?.containerVersion);
  return version && new ExportReader(version, effort).read();
}

class ExportReader {
  readonly #version: Record<string, unknown>;
  readonly #effort: Effort;
  readonly #macros: LiteralObject[] = [new Map([['function', '__e']])];
  /** By the name in `{{…}}`. */
  readonly #macroOf = new Map<string, number>([['_event', EVENT_MACRO]]);
  readonly #predicates: LiteralObject[] = [];
  readonly #rules: TriggerRule[] = [];
  readonly #tagOf = new Map<string, number>();

  constructor(version: Record<string, unknown>, effort: Effort) {
    this.#version = version;
    this.#effort = effort;
  }

  read(): Container {
    const container = objectIn(this.#version.container) ?? {};
    const tags = this.#list('tag');
    for (const [index, tag] of tags.entries()) this.#tagOf.set(String(tag.name), index);
    this.#readVariables();
    const read = tags.map((tag) => this.#tag(tag));
    this.#readTriggers(tags);
    const id = String(container.publicId ?? '');
    const number = String(this.#version.containerVersionId ?? '');
    return {
      ...(/^GTM-[A-Z0-9]{4,12}$/.test(id) && { id }),
      ...(/^\d{1,9}$/.test(number) && number !== '0' && { version: number }),
      aliases: [],
      destinations: [],
      macros: this.#macros,
      tags: read,
      predicates: this.#predicates,
      rules: this.#rules,
      permissions: this.#permissions(String(container.containerId ?? '')),
      runtime: '',
    };
  }

  #list(name: string): Record<string, unknown>[] {
    const list = listIn(this.#version[name]).slice(0, ITEMS_MAX);
    this.#effort.done += list.length;
    return list.map((item) => objectIn(item) ?? {});
  }

  #readVariables(): void {
    const variables = this.#list('variable');
    for (const { name } of variables) this.#name(String(name));
    for (const { name } of this.#list('builtInVariable')) this.#name(String(name));
    for (const variable of variables) {
      const own = this.#fields(variable.parameter);
      own.set('function', `__${String(variable.type)}`);
      this.#macros[this.#macroOf.get(String(variable.name))!] = own;
    }
    for (const { name, type } of this.#list('builtInVariable')) {
      const known = BUILT_IN_VARIABLES.get(String(type)) ?? { function: '__v', vtp_name: String(name) };
      this.#macros[this.#macroOf.get(String(name))!] = new Map(Object.entries(known));
    }
  }

  #name(name: string): void {
    if (this.#macroOf.has(name)) return;
    this.#macroOf.set(name, this.#macros.length);
    this.#macros.push(new Map([['function', '__v']]));
  }

  #tag(tag: Record<string, unknown>): LiteralObject {
    const read = this.#fields(tag.parameter);
    read.set('function', tag.paused === true ? '__paused' : `__${String(tag.type)}`);
    read.set('tag_id', String(tag.tagId ?? ''));
    read.set('metadata', ['map', 'name', String(tag.name ?? '')]);
    if (tag.tagFiringOption === 'ONCE_PER_LOAD') read.set('once_per_load', true);
    if (tag.tagFiringOption === 'ONCE_PER_EVENT') read.set('once_per_event', true);
    if (tag.tagFiringOption === 'UNLIMITED') read.set('unlimited', true);
    for (const [from, to] of [
      ['setupTag', 'setup_tags'],
      ['teardownTag', 'teardown_tags'],
    ] as const) {
      const others = listIn(tag[from]).flatMap((item) => this.#tagOf.get(String(objectIn(item)?.tagName)) ?? []);
      if (others.length > 0) read.set(to, ['list', ...others.map((other) => ['tag', other, 0])]);
    }
    const consent = objectIn(tag.consentSettings);
    if (consent?.consentStatus === 'NEEDED') {
      const types = listIn(objectIn(consent.consentType)?.list).map((item) => String(objectIn(item)?.value));
      read.set('consent', ['list', ...types]);
    }
    return read;
  }

  #fields(parameters: unknown): LiteralObject {
    const fields: LiteralObject = new Map();
    for (const parameter of listIn(parameters).slice(0, ITEMS_MAX)) {
      const { key } = (objectIn(parameter) ?? {}) as Parameter;
      if (typeof key === 'string') fields.set(`vtp_${key}`, this.#value(parameter, 0));
    }
    return fields;
  }

  #value(parameter: unknown, depth: number): Literal {
    const { type, value, list, map } = (objectIn(parameter) ?? {}) as Parameter;
    this.#effort.done++;
    if (depth > DEPTH_MAX || this.#effort.spent) return '';
    if (String(type).toUpperCase() === 'LIST')
      return ['list', ...listIn(list).map((item) => this.#value(item, depth + 1))];
    if (String(type).toUpperCase() === 'MAP')
      return [
        'map',
        ...listIn(map).flatMap((item): Literal[] => [String(objectIn(item)?.key ?? ''), this.#value(item, depth + 1)]),
      ];
    if (String(type).toUpperCase() === 'BOOLEAN') return value === 'true' || value === true;
    if (String(type).toUpperCase() === 'TAG_REFERENCE') {
      const index = this.#tagOf.get(String(value));
      return index === undefined ? '' : ['tag', index, 0];
    }
    return this.#text(String(value ?? ''));
  }

  /** `before {{Variable}} after` is `["template", "before ", ["macro", 3], " after"]`. */
  #text(text: string): Literal {
    this.#effort.done += text.length;
    const parts: (string | Literal[])[] = [];
    let from = 0;
    for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) {
      const end = text.indexOf('}}', at);
      if (end < 0) break;
      const name = text.slice(at + 2, end).trim();
      if (at < from || name === '' || name.length > NAME_CHARS_MAX || name.includes('{')) continue;
      if (at > from) parts.push(text.slice(from, at));
      // A name without a variable is known only in the browser.
      this.#name(name);
      parts.push(['macro', this.#macroOf.get(name)!]);
      from = end + 2;
    }
    if (parts.length === 0) return text;
    if (from < text.length) parts.push(text.slice(from));
    return parts.length === 1 ? parts[0]! : ['template', ...parts];
  }

  #readTriggers(tags: readonly Record<string, unknown>[]): void {
    const triggers = new Map(this.#list('trigger').map((trigger) => [String(trigger.triggerId), trigger]));
    for (const [index, tag] of tags.entries()) {
      for (const id of listIn(tag.firingTriggerId)) this.#rule(String(id), triggers, { add: [index], block: [] });
      for (const id of listIn(tag.blockingTriggerId)) this.#rule(String(id), triggers, { add: [], block: [index] });
    }
  }

  #rule(
    id: string,
    triggers: ReadonlyMap<string, Record<string, unknown>>,
    marks: Pick<TriggerRule, 'add' | 'block'>,
  ): void {
    const trigger = triggers.get(id);
    const event = trigger ? EVENTS.get(String(trigger.type)) : BUILT_IN_TRIGGERS.get(id);
    if (!trigger && event === undefined) return;
    const rule = { if: [] as number[], unless: [] as number[], ...marks };
    const add = (predicate: LiteralObject, isNegated: boolean) => {
      (isNegated ? rule.unless : rule.if).push(this.#predicates.length);
      this.#predicates.push(predicate);
    };
    if (event !== undefined)
      add(
        new Map<string, Literal>([
          ['function', '_eq'],
          ['arg0', ['macro', EVENT_MACRO]],
          ['arg1', event],
        ]),
        false,
      );
    const filters = ['customEventFilter', 'filter', 'autoEventFilter'].flatMap((name) => listIn(trigger?.[name]));
    for (const filter of filters.slice(0, 100)) {
      const { type, parameter } = objectIn(filter) ?? {};
      const own = new Map(
        listIn(parameter).map((item) => [String(objectIn(item)?.key), this.#value(item, 0)] as const),
      );
      // An operator that is not known is never decided.
      const predicate: LiteralObject = new Map<string, Literal>([
        ['function', OPERATORS.get(String(type)) ?? '_css'],
        ['arg0', own.get('arg0') ?? ''],
        ['arg1', own.get('arg1') ?? ''],
      ]);
      if (own.get('ignore_case') === true) predicate.set('ignore_case', true);
      add(predicate, own.get('negate') === true);
    }
    this.#rules.push(rule);
  }

  /** What the custom templates may load, as the text of their permissions says: `https://connect.facebook.net/…`. */
  #permissions(containerId: string): LiteralObject {
    const found: LiteralObject = new Map();
    for (const { templateId, templateData } of this.#list('customTemplate')) {
      const data = String(templateData ?? '');
      this.#effort.done += data.length;
      const at = data.indexOf('___WEB_PERMISSIONS___');
      const text = at < 0 ? '' : data.slice(at, at + 100_000);
      const urls = [...text.matchAll(/https:\\?\/\\?\/[\w.*-]{1,253}/g)].map(([url]) => url.replaceAll('\\', ''));
      const load: LiteralObject = new Map([['urls', urls]]);
      found.set(`__cvt_${containerId}_${String(templateId)}`, new Map([['inject_script', load]]));
    }
    return found;
  }
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
