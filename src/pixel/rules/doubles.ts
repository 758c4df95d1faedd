/** Doubles of the destination graph, as rules need them: by the destination they reach, with the facts of their senders. */

import type { Sender, SendingGrade } from '../../domain/scan-report.ts';
import { type TracedGraph, tracedGraph } from '../graph/destination-graph.ts';
import type { SentFact } from '../graph/senders.ts';
import type { PageFacts } from '../tags/facts.ts';
import { oncePerPage } from '../tags/once-per-page.ts';
import { shownLabel } from './rule.ts';

/** Who sends it, with the facts that show it. */
export interface SeenSender {
  sender: Sender;
  facts: readonly SentFact[];
}

/** One event that reaches one destination more than once. */
export interface SeenDouble {
  /** The vendor's name of the event. */
  name: string;
  label?: string;
  grade: SendingGrade;
  /** Each sender once, those that a merchant would delete first. */
  senders: SeenSender[];
  /** How often it is counted: 2, or more. */
  times: number;
  /** A sentence that proves it. */
  evidence: string;
  /** What limits it: the trigger of a container (`where the path contains /products/`), or a condition in a custom pixel. */
  where?: string;
}

export interface DoubledDestination {
  vendor: string;
  id: string;
  aliases: readonly string[];
  doubles: SeenDouble[];
}

/** Copies that a merchant deletes come before those that stay. */
const ORDER: Record<Sender['kind'], number> = {
  theme: 0,
  app_embed: 1,
  loader: 2,
  container_tag: 3,
  custom_pixel: 4,
  app_pixel: 5,
};

/** The destinations of some vendors that some event reaches more than once. */
export function doubledDestinations(page: PageFacts, vendors: readonly string[]): DoubledDestination[] {
  return allDoubled(page).filter(({ vendor }) => vendors.includes(vendor));
}

const allDoubled = oncePerPage((page: PageFacts): DoubledDestination[] => {
  const graph = tracedGraph(page);
  const found = new Map<number, DoubledDestination>();
  for (const double of graph.doubles) {
    const known = found.get(double.destination) ?? { ...graph.destinations[double.destination]!, doubles: [] };
    found.set(double.destination, known);
    known.doubles.push(seen(graph, double));
  }
  return [...found.values()];
});

function seen(graph: TracedGraph, { sendings, label, grade }: TracedGraph['doubles'][number]): SeenDouble {
  const sent = sendings.map((index) => graph.sendings[index]!);
  const indexes = [...new Set(sent.map(({ sender }) => sender))];
  const senders = indexes
    .map((index) => ({ sender: graph.senders[index]!, facts: graph.senderFacts[index]! }))
    .toSorted((a, b) => ORDER[a.sender.kind] - ORDER[b.sender.kind]);
  const name = sent[0]!.sent_as;
  const by = indexes.slice(0, SENDERS_SHOWN).map((index) => {
    const own = sent.filter(({ sender }) => sender === index);
    const when = own.find((sending) => sending.when !== undefined)?.when;
    const often = own.length > 1 ? `, ${own.length === 2 ? 'twice' : `${own.length} times`}` : '';
    return `${graph.senders[index]!.name}${often}${when === undefined ? '' : ` (${when})`}`;
  });
  const limited = sent.find(({ grade: own, when, sender }) => {
    return own === 'some' && when?.startsWith('where ') && graph.senders[sender]!.kind === 'container_tag';
  });
  const where = limited?.when ?? conditionOf(graph, sent);
  return {
    name,
    ...(grade === 'some' && where !== undefined && { where }),
    ...(label !== undefined && { label }),
    grade,
    senders,
    times: sent.length,
    evidence: `${name}${label === undefined ? '' : ` ${shownLabel(label)}`} is sent by ${by.join(' and by ')}.`,
  };
}

/** The condition in a custom pixel that limits a double, if nothing else does. */
function conditionOf(graph: TracedGraph, sent: TracedGraph['sendings']): string | undefined {
  const limits = sent.filter(({ grade }) => grade !== 'always').map(({ sender }) => graph.senders[sender]!);
  const [first] = limits;
  const isCustom = first !== undefined && limits.every(({ kind }) => kind === 'custom_pixel');
  return isCustom ? `where a condition in the code of ${first.name} is met` : undefined;
}

const SENDERS_SHOWN = 6;
const NAMES_SHOWN = 12;

/** `PageView and AddToCart are counted twice`, with what limits it. */
export function countedTwice(doubles: readonly SeenDouble[], shown: (name: string) => string = (name) => name): string {
  const list = namesOf(doubles, shown);
  const are = new Set(doubles.map(({ name }) => name)).size === 1 ? 'is' : 'are';
  const often = doubles.some(({ times }) => times > 2) ? 'more than once' : 'twice';
  const sure = surest(doubles);
  if (sure === 'paused') return `${list} will be counted ${often} when Shopify resumes the app pixel`;
  if (sure === 'perhaps') return `${list} may be counted ${often}`;
  const where = commonPlace(doubles);
  const [unlimited, limited] = [doubles.filter((one) => !one.where), doubles.filter((one) => one.where)];
  // One limit for some of them: the others are told apart.
  const limit = unlimited.length > 0 ? commonPlace(limited) : undefined;
  if (limit !== undefined) return `${countedTwice(unlimited, shown)}, and ${namesOf(limited, shown)} ${limit}`;
  return `${list} ${are} counted ${often}${where === undefined ? '' : ` ${where}`}`;
}

function namesOf(doubles: readonly SeenDouble[], shown: (name: string) => string): string {
  return listed([...new Set(doubles.map(({ name }) => shown(name)))]);
}

/** The pages to which all of some doubles are limited. */
export function commonPlace(doubles: readonly SeenDouble[]): string | undefined {
  const places = new Set(doubles.map(({ where }) => where));
  return places.size === 1 ? doubles[0]?.where : undefined;
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, NAMES_SHOWN);
  if (names.length > NAMES_SHOWN) return `${some.join(', ')} and ${names.length - NAMES_SHOWN} more events`;
  return some.length < 2 ? some.join('') : `${some.slice(0, -1).join(', ')} and ${some.at(-1)}`;
}

/** A clause as the beginning of a message. Names of events stay as they are. */
export function sentence(clause: string): string {
  return clause.replace(/^(?:the|every) /, (word) => word.slice(0, 1).toUpperCase() + word.slice(1));
}

const GRADES: readonly SendingGrade[] = ['always', 'some', 'perhaps', 'paused'];

/** The surest grade of some doubles. */
export function surest(doubles: readonly SeenDouble[]): SendingGrade {
  return GRADES.find((grade) => doubles.some((double) => double.grade === grade)) ?? 'perhaps';
}

/** The doubles of the surest kind there are: sure ones if any is sure, else those that may happen. */
export function gravest(doubles: readonly SeenDouble[]): SeenDouble[] {
  const sure = doubles.filter(({ grade }) => grade === 'always' || grade === 'some');
  if (sure.length > 0) return sure;
  const grade = surest(doubles);
  return doubles.filter((double) => double.grade === grade);
}

/** Whether the senders are not all code of one page or tags of one container. One custom pixel may send twice. */
export function isAcross(senders: readonly SeenSender[]): boolean {
  return sides(senders) > 1 || senders.every(({ sender }) => sender.kind === 'custom_pixel');
}

export function isOneContainer(senders: readonly SeenSender[]): boolean {
  return senders.every(({ sender }) => isContainer(sender)) && sides(senders) === 1;
}

function sides(senders: readonly SeenSender[]): number {
  return new Set(senders.map(sideOf)).size;
}

function isContainer({ kind }: Sender): boolean {
  return kind === 'container_tag' || kind === 'loader';
}

function sideOf({ sender, facts }: SeenSender): string {
  if (isContainer(sender)) return `${sender.window} ${facts[0]?.origin}`;
  return sender.kind === 'theme' || sender.kind === 'app_embed'
    ? 'page code'
    : `${sender.kind} ${sender.window} ${sender.name}`;
}
