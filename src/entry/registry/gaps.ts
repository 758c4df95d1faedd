/** What keeps a certificate from being filed, in the words of the form that its data is stated in. */
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import { rowOf } from './fields.ts';
import type { ChosenIdentifiers } from './identifiers.ts';
import { MISSING, type Violation } from './violation.ts';

export interface Gap {
  /** JSON pointer into the request (RFC 6901). */
  field: string;
  /** A sentence that begins with the registry's name of the field. It never repeats a value. */
  reason: string;
  /** What needs it: the certificate itself (16 CFR 1110.11(a)), or the registry's record of it. */
  for: 'certificate' | 'registry';
}

/** A gap of one entry of `productList`. @param path JSON pointer below `coreProduct` */
export function gapAt(field: string, path: string, text: string): Gap {
  return { field, reason: `${labelOf(path)} ${text}.`, for: 'registry' };
}

/** A violation of the import format, told of the request that the entry was made from. */
export function gapOf({ path, text }: Violation, request: GccRequest, identifiers: ChosenIdentifiers): Gap {
  const below = path.replace(/^\/productList\/\d+\/coreProduct/, '');
  const isList = rowOf(`/productList/0/coreProduct${below}`)?.type === 'array';
  return gapAt(fieldOf(below, request, identifiers), below, isList && text === MISSING ? 'are missing' : text);
}

function fieldOf(path: string, request: GccRequest, { primary, others, tooLong }: ChosenIdentifiers): string {
  if (path.startsWith('/primaryProductId')) return (primary ?? others[0] ?? tooLong[0])?.path ?? '/identifiers';
  const other = /^\/identifiers\/(\d+)/.exec(path);
  if (other) return others[Number(other[1])]!.path;
  const field = rowOf(`/productList/0/coreProduct${path}`)?.request ?? '';
  const lab = /^\/labs\/(\d+)\//.exec(path);
  return filedField(lab ? `${labsOf(request)[Number(lab[1])]!.path}${field}` : field, request);
}

/** The field that is filed: that of the English, where the request has one beside it. */
export function filedField(field: string, request: GccRequest): string {
  const english = `${field}_en`;
  let value: unknown = request;
  for (const name of english.split('/').slice(1)) value = (value as Record<string, unknown> | undefined)?.[name];
  return value === undefined ? field : english;
}

/** The name of a field as CPSC's CSV template writes it, or that of the JSON field where the template has none. */
function labelOf(path: string): string {
  const lab = /^\/labs\/(\d+)/.exec(path);
  const name = path.split('/').findLast((part) => /\D/.test(part)) ?? '';
  const label = rowOf(`/productList/0/coreProduct${path}`)?.column ?? name.charAt(0).toUpperCase() + name.slice(1);
  return label.replace('Lab 1', `Lab ${Number(lab?.[1] ?? 0) + 1}`);
}

/** The gaps, without a missing value at a field, or around a field, that has a gap which says more. */
export function mergedGaps(
  own: readonly Gap[],
  violations: readonly Violation[],
  told: (violation: Violation) => Gap,
): Gap[] {
  const isTold = ({ field }: Gap) => own.some((gap) => gap.field === field || gap.field.startsWith(`${field}/`));
  const walked = violations.map((violation) => ({ gap: told(violation), isMissing: violation.text === MISSING }));
  return [...own, ...walked.filter(({ gap, isMissing }) => !(isMissing && isTold(gap))).map(({ gap }) => gap)];
}
