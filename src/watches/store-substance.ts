/**
 * What of a scan report a watch tells about: findings by rule and cause, who receives events, versions of containers, and whether the
 * store was judged. Wording, order, places and points are left out. Pure.
 *
 * A substance is stored until the next look, also across an upgrade. A field that an older version did not store is optional and is
 * compared only if both have it: otherwise the first look after the upgrade would tell everything in it as new.
 */
import type { DetailedReport, FindingPlace, ScanState, Severity } from '../domain/scan-report.ts';

interface SeenFinding {
  rule_id: string;
  cause: string;
  severity: Severity;
  message: string;
}

interface KeptFinding extends SeenFinding {
  ids?: string[];
  /** What it was seen in, as in `read`. Empty if that is not known. */
  from?: string[];
}

export interface Substance {
  state: ScanState;
  findings: KeptFinding[];
  /** `meta 1234567890`: vendor and id of each destination. */
  tags: string[];
  /** `google_ads AW-123456789/label`: conversions, by account and label. */
  conversions?: string[];
  /** What each tag and conversion was seen in. */
  senders?: Record<string, string[]>;
  containers: { id: string; version: string }[];
  /** What was read: kind and id. With `hidden`, so that it is known what was read once. */
  read?: string[];
  /** What could not be read. */
  unread: string[];
  /** Of these, what was read before. It may hide what is not seen now. */
  hidden: string[];
}

const PAGE = 'page';
/** The finding of a page that was cut. A page may be read in part for other reasons, and then be cut as well. */
const TRUNCATED = 'scan_truncated';
const REST_OF_PAGE = 'rest of the page';
/** The finding of a page without a sign of a shop: it may be parked, or a notice in place of the shop. */
const NO_SHOP = 'not_shopify';

export function substanceOf(report: DetailedReport): Substance {
  const findings = report.findings.map(({ rule_id, cause, severity, message, ids, places }) => ({
    rule_id,
    cause,
    severity,
    message,
    ids: distinct(ids, String),
    from: distinct(places.map(sourceOf), String),
  }));
  const versions = report.looked_at.flatMap(({ kind, id, version }) =>
    kind === 'container' && version !== undefined ? [{ id, version }] : [],
  );
  const { destinations, sendings } = report.graph;
  const tags = destinations.map(({ vendor, id }) => `${vendor} ${id}`);
  const conversions = sendings.flatMap(({ destination, label }) =>
    label === undefined ? [] : [`${tags[destination]}/${label}`],
  );
  const isCut = report.findings.some(({ rule_id }) => rule_id === TRUNCATED);
  const named = (list: readonly { kind: string; id: string }[]) => list.map(({ kind, id }) => `${kind} ${id}`);
  return {
    state: report.state,
    findings: distinct(findings, findingKey),
    tags: distinct(tags, String),
    conversions: distinct(conversions, String),
    senders: sendersOf(report, tags),
    containers: distinct(versions, ({ id }) => id),
    read: distinct([...named(report.looked_at), ...(isCut ? [] : [REST_OF_PAGE])], String),
    unread: distinct([...named(report.not_looked_at), ...(isCut ? [REST_OF_PAGE] : [])], String),
    hidden: [],
  };
}

/** What holds a place, named like what was read. The list of app pixels is a part of the page. */
function sourceOf({ kind, container, pixel_id }: Pick<FindingPlace, 'kind' | 'container' | 'pixel_id'>): string {
  return kind === 'page' || kind === 'app_pixel' ? PAGE : `${kind} ${container ?? pixel_id ?? ''}`;
}

function sendersOf(
  { graph: { senders, sendings } }: DetailedReport,
  tags: readonly string[],
): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { sender, destination, label } of sendings) {
    const tag = tags[destination]!;
    const sources = senders[sender]?.places.map(sourceOf) ?? [];
    for (const name of label === undefined ? [tag] : [tag, `${tag}/${label}`])
      found.set(name, new Set([...(found.get(name) ?? []), ...sources]));
  }
  return Object.fromEntries([...found].map(([name, sources]) => [name, [...sources]]));
}

/** Whether the page was one of a shop. */
export function isOfShop({ findings }: Substance): boolean {
  return !findings.some(({ rule_id }) => rule_id === NO_SHOP);
}

export interface StoreChange {
  findings_added: SeenFinding[];
  findings_gone: SeenFinding[];
  /** Findings that are about other ids than before. */
  findings_changed: SeenFinding[];
  tags_added: string[];
  tags_gone: string[];
  containers: { id: string; from: string | null; to: string | null }[];
  state_change: { from: ScanState; to: ScanState } | null;
  /** What was read last time and could not be read this time. Nothing of it is said to be gone. */
  no_longer_read: string[];
}

/** Names of tags come from shops. */
function keptSenders({ senders = {} }: Substance, name: string): string[] | undefined {
  return Object.hasOwn(senders, name) ? senders[name] : undefined;
}

/**
 * What changed, and what to compare with next time. Where something was read before and is not read now, what came from there may
 * still be there: it is kept, and not told as gone.
 */
export function compareStores(was: Substance, is: Substance): { change: StoreChange | undefined; next: Substance } {
  const wasRead = readBefore(was);
  const noLongerRead = is.unread.filter((each) => wasRead(each) && !was.unread.includes(each));
  const hidden = is.unread.filter(
    (each) => noLongerRead.includes(each) || (was.hidden.includes(each) && wasRead(each)),
  );
  const mayHide = hider(hidden, is.read ?? []);
  const findings = differ(was.findings, is.findings, findingKey, ({ from }) => mayHide(from));
  const changed = is.findings.map((finding) => withOther(finding, was.findings, mayHide));
  const senderOf = (name: string) => mayHide(keptSenders(was, name));
  const tags = differ(was.tags, is.tags, String, senderOf);
  const labels = was.conversions && differ(was.conversions, is.conversions ?? [], String, senderOf);
  const containers = [...new Set([...was.containers, ...is.containers].map(({ id }) => id))].flatMap((id) => {
    const [from = null, to = null] = [was, is].map((one) => one.containers.find((each) => each.id === id)?.version);
    return from === to || (to === null && mayHide([`container ${id}`])) ? [] : [{ id, from, to }];
  });
  const change: StoreChange = {
    findings_added: findings.added.map(seen),
    findings_gone: findings.gone.map(seen),
    findings_changed: changed.flatMap(({ finding, isOther }) => (isOther ? [seen(finding)] : [])),
    tags_added: [...tags.added, ...(labels?.added ?? [])],
    tags_gone: [...tags.gone, ...(labels?.gone ?? [])],
    containers,
    state_change: was.state === is.state ? null : { from: was.state, to: is.state },
    no_longer_read: noLongerRead,
  };
  const isEmpty = Object.values(change).every((part) => part === null || (Array.isArray(part) && part.length === 0));
  const goneVersion = ({ id }: { id: string }) =>
    mayHide([`container ${id}`]) && !is.containers.some((one) => one.id === id);
  const next: Substance = {
    ...is,
    findings: distinct([...changed.map(({ finding }) => finding), ...findings.kept], findingKey),
    tags: distinct([...is.tags, ...tags.kept], String),
    conversions: distinct([...(is.conversions ?? []), ...(labels?.kept ?? [])], String),
    senders: {
      ...Object.fromEntries(
        [...tags.kept, ...(labels?.kept ?? [])].map((name) => [name, keptSenders(was, name) ?? []]),
      ),
      ...is.senders,
    },
    containers: [...is.containers, ...was.containers.filter(goneVersion)],
    read: distinct([...(is.read ?? []), ...hidden], String),
    hidden,
  };
  return { change: isEmpty ? undefined : change, next };
}

/** Whether something was read at an earlier look. Older versions stored only which containers were. */
function readBefore({ read, containers }: Substance): (what: string) => boolean {
  if (read) return (what) => read.includes(what);
  return (what) => !what.startsWith('container ') || containers.some(({ id }) => what === `container ${id}`);
}

/** Whether what was seen in some sources may still be there. */
type MayHide = (sources: readonly string[] | undefined) => boolean;

/**
 * The rest of a page may name everything. A container or pixel hides itself and what it loads, so also each source that is not read
 * now. What stood in a page that was read is gone.
 */
function hider(hidden: readonly string[], read: readonly string[]): MayHide {
  if (hidden.length === 0) return () => false;
  if (hidden.some((what) => what === REST_OF_PAGE || what.startsWith(`${PAGE} `))) return () => true;
  return (sources) =>
    sources === undefined ||
    sources.length === 0 ||
    sources.some((source) => source !== PAGE && !read.includes(source));
}

/** A finding that is in both, if it is about other ids now. Ids that may be hidden are kept. */
function withOther(
  finding: KeptFinding,
  before: readonly KeptFinding[],
  mayHide: MayHide,
): { finding: KeptFinding; isOther: boolean } {
  const known = before.find((one) => findingKey(one) === findingKey(finding));
  if (!known?.ids || !finding.ids) return { finding, isOther: false };
  const ids = differ(known.ids, finding.ids, String, () => mayHide(known.from));
  return {
    finding: { ...finding, ids: distinct([...finding.ids, ...ids.kept], String) },
    isOther: ids.added.length + ids.gone.length > 0,
  };
}

function seen({ rule_id, cause, severity, message }: KeptFinding): SeenFinding {
  return { rule_id, cause, severity, message };
}

function findingKey({ rule_id, cause }: Pick<SeenFinding, 'rule_id' | 'cause'>): string {
  return JSON.stringify([rule_id, cause]);
}

/** What is new, what is gone, and what is not seen but may be hidden. */
function differ<T>(
  was: readonly T[],
  is: readonly T[],
  key: (one: T) => string,
  mayBeHidden: (one: T) => boolean,
): { added: T[]; gone: T[]; kept: T[] } {
  const [before, after] = [new Set(was.map(key)), new Set(is.map(key))];
  const missing = Object.groupBy(
    was.filter((one) => !after.has(key(one))),
    (one) => (mayBeHidden(one) ? 'kept' : 'gone'),
  );
  return { added: is.filter((one) => !before.has(key(one))), gone: missing.gone ?? [], kept: missing.kept ?? [] };
}

/** Each once, in the order of the keys. */
function distinct<T>(all: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [key(one), one]))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
