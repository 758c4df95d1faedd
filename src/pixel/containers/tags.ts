/**
 * What each tag of a container installs and sends, by the function of the tag (containers.md, section 3).
 * A little over 400 lines, because it is one table of all kinds of tags with what each installs.
 */
import type { Effort } from '../../domain/effort.ts';
import { PageExtractor } from '../html/page-extractor.ts';
import { type Literal, type LiteralObject, listOf, textOf, UNKNOWN } from '../javascript/literal.ts';
import type { EventFact, Fact, Place, TagFact, VendorFact } from '../tags/facts.ts';
import { faultOfGoogleId, vendorOf } from '../tags/library.ts';
import { VARIABLE } from '../tags/variable.ts';
import { vendorOfField, vendorOfFunction } from '../tags/vendors.ts';
import type { Container } from './resource.ts';
import type { Situation } from './situation.ts';
import { type Alternative, type Condition, fieldsOf, textFrom, type Value, type Values } from './values.ts';

type Unplaced<F extends Fact> = Omit<F, keyof Place>;
type Installation = Unplaced<TagFact> | Unplaced<EventFact> | Unplaced<VendorFact> | Fact;

export interface TagReading {
  /** Facts without place, firing and origin. Those of custom HTML have a place of their own. */
  facts: Installation[];
  /** Containers that the tag loads as its children. */
  children: string[];
  /** The tag is one of a known vendor, so without facts its id could not be read. */
  hidesId: boolean;
}

/** What a tag is read with. */
export interface TagContext {
  container: Container;
  values: Values;
  effort: Effort;
  origin: string;
  /** The shop without a page: only its host is known. */
  shop: Situation;
  /** Known pages of the shop. */
  pages: readonly Situation[];
  /** Names of the events on which the tag fires. */
  events: readonly string[];
}

/** What it costs to look for the vendor of one field, for each host. */
const VENDOR_WORK = 4;
const UNIVERSAL = /^UA-\d{4,10}-\d{1,4}$/;

/** Ids of one setting. More are not followed. */
const IDS_MAX = 20;

/** An id that a setting may have, with its condition in this shop. */
interface FoundId {
  id: string;
  condition: TagFact['condition'];
}

type Reader = (tag: TagReader) => void;

const FIELD_OF_EVENT = new Map(Object.entries({ custom: 'vtp_customEventName', variable: 'vtp_variableEventName' }));
const READERS = new Map<string, Reader>(
  Object.entries({
    __googtag: (tag) => tag.googleTag('vtp_tagId'),
    __gaawc: (tag) => tag.googleTag('vtp_measurementId'),
    __gaawe: (tag) => tag.ga4Event(),
    // The page that loads the script of a Google tag installs it. The tag in the script is no second install.
    __gct: () => {},
    __rep: (tag) => tag.remoteSettings(),
    __ua: (tag) => tag.universal(),
    __awct: (tag) => tag.conversion(),
    __sp: (tag) => tag.remarketing(),
    __flc: (tag) => tag.floodlight(),
    __fls: (tag) => tag.floodlight(),
    __html: (tag) => tag.html('vtp_html'),
    __img: (tag) => tag.image(),
    __opt: (tag) => tag.optimize(),
    __zone: (tag) => tag.zone(),
  }),
);

export function readTag(tag: LiteralObject, context: TagContext): TagReading {
  const kind = textOf(tag, 'function') ?? '';
  const reader = new TagReader(tag, kind, context);
  const read = READERS.get(kind);
  if (read) read(reader);
  else if (!LISTENER.test(kind)) reader.template();
  return reader;
}

/** Listeners, settings of a Google tag, and the linker install nothing. */
const LISTENER = /^__(?:cl|lcl|fsl|sdl|evl|hl|ytl|tl|jel|ecl|tg|gclidw|paused|ccd_\w+|ogt_\w+|set_product_settings)$/;

/** Tags of Google that have an id of their own. */
const HAS_ID: ReadonlySet<string> = new Set(['__googtag', '__gaawc', '__gaawe', '__awct', '__sp', '__flc', '__fls']);

export function isListener(kind: string): boolean {
  return LISTENER.test(kind);
}

class TagReader implements TagReading {
  readonly facts: Installation[] = [];
  readonly children: string[] = [];
  get hidesId(): boolean {
    return HAS_ID.has(this.kind) || this.scriptHosts().some(isMetaHost);
  }

  constructor(
    private readonly tag: LiteralObject,
    private readonly kind: string,
    private readonly context: TagContext,
  ) {}

  googleTag(field: string): void {
    const quiet = this.isQuiet();
    for (const { id, condition } of this.ids(this.tag.get(field))) {
      const vendor = googleVendorOf(id);
      if (vendor) this.add({ kind: 'tag', vendor, form: 'container', via: 'config', id, quiet, condition });
    }
  }

  /** `send_page_view` is a field of its own, or a row of the settings, where it may be the text `false`. */
  private isQuiet(): true | undefined {
    const rows = [
      ...this.rows(this.tag.get('vtp_configSettingsTable')),
      ...this.rows(
        this.context.values.macroOf(this.tag.get('vtp_configSettingsVariable'))?.get('vtp_configSettingsTable'),
      ),
    ];
    const row = rows.find((fields) => this.text(fields.get('parameter')) === 'send_page_view');
    const own = this.kind === '__gaawc' ? this.tag.get('vtp_sendPageView') : row?.get('parameterValue');
    return this.text(own) === 'false' || undefined;
  }

  /** It sends, and loads the library for its id, but configures nothing. */
  ga4Event(): void {
    const own = this.value('vtp_measurementIdOverride');
    const found = this.ids(own === undefined || own === '' ? this.tagValue(this.tag.get('vtp_measurementId')) : own);
    const transactionId = undefined;
    for (const { id, condition } of found.filter(({ id }) => id.startsWith('G-') && !faultOfGoogleId(id))) {
      this.add({ kind: 'tag', vendor: 'ga4', form: 'container', via: 'loader', library: 'gtag/js', id, condition });
      if (condition?.here === false) continue;
      for (const name of this.eventNames())
        this.add({ kind: 'event', vendor: 'ga4', form: 'container', name, to: [id], eventId: 'absent', transactionId });
    }
  }

  /** An older event tag names its configuration tag instead of an id. */
  private tagValue(value: Literal | undefined): Literal | undefined {
    const [kind, index] = listOf(value);
    if (kind !== 'tag' || typeof index !== 'number') return value;
    const other = this.context.container.tags[index];
    return other?.get('vtp_measurementId') ?? other?.get('vtp_tagId');
  }

  /** An event may be named after the event that fires the tag. Google's tag sends no name that begins with an underscore. */
  private eventNames(): string[] {
    const { events, shop, values } = this.context;
    const names = new Set<string>();
    for (const event of events.slice(0, IDS_MAX)) {
      for (const { value } of values.alternatives(this.tag.get('vtp_eventName'), { ...shop, event }))
        if (value !== UNKNOWN && value !== undefined) names.add(textFrom(value));
    }
    return [...names].filter((name) => name !== '' && !name.startsWith('_'));
  }

  /** In the script of a Universal Analytics tag: the tag itself, which is dead whoever loads it. */
  remoteSettings(): void {
    for (const { id, condition } of this.ids(this.tag.get('vtp_containerId')).filter((found) =>
      UNIVERSAL.test(found.id),
    ))
      this.add({ kind: 'tag', vendor: 'ua', form: 'container', via: 'config', id, condition });
  }

  universal(): void {
    const settings = this.context.values.macroOf(this.tag.get('vtp_gaSettings'));
    const isOwn = this.tag.get('vtp_overrideGaSettings') === true || !settings;
    const value = isOwn ? this.tag.get('vtp_trackingId') : settings.get('vtp_trackingId');
    const found = this.ids(value).filter(({ id }) => UNIVERSAL.test(id));
    const tag = { kind: 'tag', vendor: 'ua', form: 'container', via: 'config' } as const;
    for (const { id, condition } of found) this.add({ ...tag, id, condition });
    // The tag is dead whatever its id is.
    if (found.length === 0) this.add(tag);
  }

  conversion(): void {
    const labels = this.texts(this.tag.get('vtp_conversionLabel'));
    const order = this.tag.get('vtp_orderId');
    const currency = this.text(this.tag.get('vtp_currencyCode'));
    for (const found of this.adsIds()) {
      if (found.condition?.here === false) continue;
      for (const label of labels)
        this.add({
          kind: 'event',
          vendor: 'google_ads',
          form: 'container',
          name: 'conversion',
          to: [found.id],
          label,
          transactionId:
            order === undefined ? 'absent' : order === '' ? 'empty' : typeof order === 'string' ? 'present' : 'unknown',
          eventId: 'absent',
          currency: currency !== undefined && /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : undefined,
        });
    }
  }

  remarketing(): void {
    this.adsIds();
  }

  /** A conversion tag loads the library for its account. Only a remarketing tag configures it. */
  private adsIds(): FoundId[] {
    const via = this.kind === '__sp' ? 'config' : 'loader';
    return this.ids(this.tag.get('vtp_conversionId')).flatMap(({ id: text, condition }) => {
      const digits = text.replace(/^AW-/, '');
      if (!/^\d{6,12}$/.test(digits)) return [];
      const id = `AW-${digits}`;
      this.add({ kind: 'tag', vendor: 'google_ads', form: 'container', via, id, condition, library: 'gtag/js' });
      return { id, condition };
    });
  }

  floodlight(): void {
    const [group, activity] = ['vtp_groupTag', 'vtp_activityTag'].map((field) => this.text(this.tag.get(field)));
    for (const { id: advertiser, condition } of this.ids(this.tag.get('vtp_advertiserId'))) {
      if (!/^\d{4,12}$/.test(advertiser)) continue;
      const id = `DC-${advertiser}`;
      this.add({ kind: 'tag', vendor: 'floodlight', form: 'container', via: 'loader', id, condition });
      if (group === undefined || activity === undefined || condition?.here === false) continue;
      const label = `${group}/${activity}`;
      this.add({
        kind: 'event',
        vendor: 'floodlight',
        form: 'container',
        name: 'conversion',
        to: [id],
        label,
        eventId: 'absent',
      });
    }
  }

  /** Custom HTML is a piece of page. Its scripts run. */
  html(field: string): void {
    const { values, shop, effort, origin } = this.context;
    const [first] = values.alternatives(this.tag.get(field), shop, 'met', VARIABLE);
    const text = first?.value;
    if (typeof text === 'string') this.page(text, effort, origin);
  }

  /** An image for every visitor. */
  image(): void {
    const url = this.text(this.tag.get('vtp_url'));
    const { effort, origin } = this.context;
    const attribute = url?.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    if (attribute !== undefined) this.page(`<img src="${attribute}">`, effort, origin);
  }

  private page(text: string, effort: Effort, origin: string): void {
    const page = new PageExtractor({ form: 'container', origin, effort });
    page.push(text);
    this.facts.push(...page.end());
  }

  optimize(): void {
    for (const { id, condition } of this.ids(this.tag.get('vtp_optimizeContainerId')))
      this.add({
        kind: 'tag',
        vendor: 'optimize',
        form: 'container',
        via: 'loader',
        library: 'optimize.js',
        id,
        condition,
      });
  }

  zone(): void {
    for (const fields of this.rows(this.tag.get('vtp_childContainers'))) {
      for (const { id } of this.ids(fields.get('publicId'))) {
        const vendor = vendorOf(id);
        if (!vendor || faultOfGoogleId(id)) continue;
        this.children.push(id);
        const library = vendor === 'gtm' ? 'gtm.js' : 'gtag/js';
        this.add({ kind: 'tag', vendor, form: 'container', via: 'loader', library, id });
      }
    }
  }

  /** A template of somebody else. Its name says nothing: the field, the shape of the id and the hosts it may load from do. */
  template(): void {
    const hosts = this.scriptHosts();
    this.context.effort.done += (1 + hosts.length) * this.tag.size * VENDOR_WORK;
    for (const [field, value] of this.tag) {
      if (!field.startsWith('vtp_')) continue;
      const name = field.slice('vtp_'.length);
      if (this.kind.startsWith('__cvt_') && /^pixelIds?$/i.test(name) && (hosts.length === 0 || hosts.some(isMetaHost)))
        this.metaPixels(value);
      for (const { id, condition } of this.ids(value)) {
        const vendor = condition?.here === false ? undefined : vendorOfField(field, id, hosts, this.kind);
        if (vendor) this.add({ kind: 'vendor', form: 'container', ...vendor });
      }
    }
    const own = vendorOfFunction(this.kind);
    if (own !== undefined && this.facts.length === 0) this.add({ kind: 'vendor', vendor: own, form: 'container' });
  }

  private metaPixels(value: Literal): void {
    const ids = this.ids(value).flatMap(({ id, condition }) =>
      id.split(/[\s,]+/).flatMap((one) => (/^\d{15,16}$/.test(one) ? { id: one, condition } : [])),
    );
    for (const { id, condition } of ids.slice(0, IDS_MAX)) {
      this.add({ kind: 'tag', vendor: 'meta', form: 'container', via: 'init', id, condition });
      if (condition?.here === false) continue;
      for (const name of this.metaEventNames()) {
        const custom = this.text(this.tag.get('vtp_eventName')) === 'custom' || undefined;
        const eventId = this.tag.has('vtp_eventId') && this.tag.get('vtp_eventId') !== '' ? 'present' : 'absent';
        this.add({
          kind: 'event',
          vendor: 'meta',
          form: 'container',
          name,
          to: [id],
          method: this.metaMethod(custom),
          custom,
          eventId,
        });
      }
    }
  }

  /** The usual template asks for a standard name, a name of one's own, or a variable. */
  private metaEventNames(): string[] {
    const kind = this.text(this.tag.get('vtp_eventName'));
    const field = FIELD_OF_EVENT.get(kind ?? '') ?? 'vtp_standardEventName';
    if (this.tag.get('vtp_enhancedEcommerce') === true) return [];
    return this.texts(this.tag.get(field)).filter((name) => name !== '');
  }

  private metaMethod(custom: true | undefined): EventFact['method'] {
    const { runtime } = this.context.container;
    this.context.effort.done += runtime.length / 64;
    const from = runtime.indexOf(`"${this.kind}"`);
    const next = runtime.indexOf('"__cvt_', from + this.kind.length);
    const code = from < 0 ? '' : runtime.slice(from, next < 0 ? undefined : next);
    if (code.includes('"trackSingle"')) return custom ? 'trackSingleCustom' : 'trackSingle';
    return custom ? 'trackCustom' : 'track';
  }

  /** Hosts from which the template may load scripts. */
  private scriptHosts(): string[] {
    const permission = this.context.container.permissions.get(this.kind);
    const script = permission instanceof Map ? permission.get('inject_script') : undefined;
    const urls = script instanceof Map ? listOf(script.get('urls')) : [];
    return urls.slice(0, IDS_MAX).flatMap((url) => (typeof url === 'string' ? (hostOf(url) ?? []) : []));
  }

  private add(fact: Unplaced<TagFact> | Unplaced<EventFact> | Unplaced<VendorFact>): void {
    if (this.facts.length < 10 * IDS_MAX) this.facts.push(fact);
  }

  /** The ids that a setting may have, with the condition of each in this shop. */
  private ids(value: Value): FoundId[] {
    const { values, shop, pages } = this.context;
    const all = values.alternatives(value, shop, 'all');
    if (all.length === 0) return [];
    const hasUnknown = all.some(({ conditions }) => conditions.some(({ here }) => here === 'unknown'));
    const seen = new Set(hasUnknown ? pages.flatMap((page) => valuesIn(values.alternatives(value, page))) : []);
    const found = new Map<string, FoundId>();
    for (const { value: one, conditions } of all.slice(0, IDS_MAX)) {
      if (one === UNKNOWN || one === undefined || one === null || one instanceof Map) continue;
      const id = textFrom(one).trim();
      const condition = conditionOf(conditions, seen.has(id));
      const known = found.get(id);
      if (!known) found.set(id, { id, condition });
      else if (rank(condition) > rank(known.condition)) known.condition = condition;
    }
    return [...found.values()];
  }

  private texts(value: Value): string[] {
    return [...new Set(this.ids(value).flatMap(({ id, condition }) => (condition?.here === false ? [] : id)))];
  }

  private value(field: string): Literal | undefined {
    return this.tag.get(field);
  }

  private text(value: Value): string | undefined {
    const one = value === undefined ? undefined : this.context.values.single(value, this.context.shop);
    return one === undefined || one === UNKNOWN ? undefined : textFrom(one);
  }

  private rows(value: Literal | undefined): LiteralObject[] {
    return listOf(value)
      .slice(1, 1 + 10 * IDS_MAX)
      .map(fieldsOf);
  }
}

function valuesIn(alternatives: readonly Alternative[]): string[] {
  return alternatives.flatMap(({ value, conditions }) =>
    value !== UNKNOWN && value !== undefined && conditions.every(({ here }) => here === true) ? textFrom(value) : [],
  );
}

function conditionOf(conditions: readonly Condition[], isSeen: boolean): TagFact['condition'] {
  if (conditions.length === 0) return undefined;
  const text = conditions.map((condition) => condition.text).join(' and ');
  if (conditions.some(({ here }) => here === false)) return { text, here: false };
  return { text, here: isSeen || conditions.every(({ here }) => here === true) || 'unknown' };
}

function rank(condition: TagFact['condition']): number {
  return condition === undefined ? 3 : condition.here === true ? 2 : condition.here === 'unknown' ? 1 : 0;
}

function googleVendorOf(id: string): TagFact['vendor'] | undefined {
  if (/^DC-\d{4,12}$/.test(id)) return 'floodlight';
  const vendor = vendorOf(id);
  return vendor && !faultOfGoogleId(id) ? vendor : undefined;
}

function hostOf(pattern: string): string | undefined {
  const rest = pattern.split('://')[1];
  return rest?.split(/[/?#]/)[0]?.replace(/^\*\./, '').toLowerCase();
}

function isMetaHost(host: string): boolean {
  return host === 'connect.facebook.net' || host === 'facebook.net';
}
