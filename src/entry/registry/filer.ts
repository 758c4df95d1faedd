/**
 * Files certificates: sends each once, and asks until the registry has decided. What was perhaps sent is never sent again: the
 * filing is written before the call, and an answer that was lost is asked for.
 */
import type { Actor } from '../../domain/activity-log.ts';
import type { GccRequest } from '../../domain/certificate.ts';
import { certificateStatus } from '../../domain/certificate-life.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import type { Clock } from '../../domain/clock.ts';
import { type FaultDetail, PortsideError } from '../../domain/errors.ts';
import type { FiledParty, Filing, RegistryAccount } from '../../domain/filing.ts';
import type { FilingChange, FilingStore } from '../../domain/filing-store.ts';
import { type ImportVerdict, type ProductRegistry, RegistryFault } from '../../domain/product-registry.ts';
import { citationCodes } from './citation-codes.ts';
import { importedCodes } from './code-table.ts';
import { learnedParties } from './learned-parties.ts';
import { loadHistory } from './load-history.ts';
import { type NamedGap, namedGaps } from './named-gaps.ts';
import { errorOf } from './registry-client.ts';
import type { EntryDraft } from './registry-entry.ts';
import { draftEnvelope } from './registry-envelope.ts';

const FIRST_PAUSE_MS = 5000;
const PAUSE_MS_MAX = 15 * 60_000;
/** About ten hours. After that the filing is asked about only when somebody wants to know. */
const POLLS_MAX = 48;
/** While another process may still be sending it. */
const SENDING_MS = 60_000;
const DUE_AT_ONCE = 20;
const FILINGS_MAX = 50;

export interface FilerParts {
  filings: FilingStore;
  registry: ProductRegistry;
  account: RegistryAccount;
  clock: Pick<Clock, 'now'>;
}

export class Filer {
  constructor(private readonly parts: FilerParts) {}

  /**
   * Sends a certificate, or returns the filing that is under way or accepted, after asking about it.
   * @throws PortsideError `conflict` with every gap in `details` if it cannot be filed; then nothing was sent
   */
  async file(record: CertificateRecord, by: Actor): Promise<Filing> {
    const { filings, clock } = this.parts;
    const { gccId } = record;
    const earlier = await filings.all(gccId);
    const newest = earlier.at(-1);
    if (newest && newest.state !== 'refused') return this.ask(newest);
    if (earlier.length >= FILINGS_MAX) {
      throw new PortsideError('conflict', {
        message: `This certificate was refused ${FILINGS_MAX} times. Make another one.`,
      });
    }
    requireActive(record);
    const { draft, envelope } = await this.#draft(record);
    const { primaryProductId, versionId } = draft.entry.coreProduct;
    const nowMs = clock.now();
    const { filing, isNew } = await filings.begin(
      {
        ...this.parts.account,
        gccId,
        productId: primaryProductId!,
        versionId,
        sentAtMs: nowMs,
        parties: filedParties(draft),
        nextPollAtMs: nowMs + SENDING_MS,
      },
      {
        atMs: nowMs,
        actor: by.name,
        origin: by.origin,
        action: 'certificate.file',
        subject: `certificate ${gccId}`,
        detail: `product ${primaryProductId}, version ${versionId}`,
      },
    );
    if (isNew) return this.#submit(filing, envelope);
    if (filing.gccId === gccId) return filing;
    throw new PortsideError('conflict', {
      message: 'This version of the product is filed already, or under way. Use another product_info.version_id.',
    });
  }

  /**
   * Gives a filing up whose answer was lost, so that the certificate can be sent again. For an operator who has looked in the
   * registry: we cannot know that it is not there.
   * @throws PortsideError `conflict` if there is none, or its import id is known
   */
  async giveUp(gccId: string, by: Actor): Promise<void> {
    const { filings, clock } = this.parts;
    const newest = (await filings.all(gccId)).at(-1);
    if (newest?.state !== 'sent' || newest.importId !== undefined) {
      throw new PortsideError('conflict', { message: 'This certificate has no filing whose answer was lost.' });
    }
    const message = 'Given up: somebody looked in the registry and did not find it.';
    const atMs = clock.now();
    await filings.change(
      newest.id,
      {
        state: 'refused',
        errors: [...newest.errors, { code: '', field: '', message }],
        decidedAtMs: atMs,
        nextPollAtMs: null,
      },
      {
        atMs,
        actor: by.name,
        origin: by.origin,
        action: 'certificate.give_up_filing',
        subject: `certificate ${gccId}`,
      },
    );
  }

  /**
   * Reads the log of a filing that is not decided. Never fails because of the registry.
   * @param next when it is asked by itself again, if it is not decided then. A person who asks changes nothing about that
   */
  async ask(filing: Filing, next: FilingChange = {}): Promise<Filing> {
    if (filing.state !== 'sent' || this.#isBeingSent(filing)) return filing;
    try {
      return await this.#decide(filing, await this.#verdictOn(filing), next);
    } catch (error) {
      if (!(error instanceof RegistryFault)) throw error;
      return this.#change(filing, { errors: [errorOf(error)], ...next });
    }
  }

  /**
   * Asks about every filing that is due, also those of a process that has ended.
   * @param isStopped asked before each: the others are due again later
   * @returns how many were due
   */
  async followDue(isStopped: () => boolean = () => false): Promise<number> {
    const { filings, clock } = this.parts;
    const nowMs = clock.now();
    const due = await filings.claimDue(nowMs, nowMs + SENDING_MS, DUE_AT_ONCE);
    for (const filing of due) {
      if (!isStopped()) await this.ask(filing, this.#nextPoll(filing));
    }
    return due.length;
  }

  async #draft(record: CertificateRecord): Promise<{ draft: EntryDraft; envelope: unknown }> {
    const { filings, account, clock } = this.parts;
    const certificates = [{ gccId: record.gccId, request: JSON.parse(record.requestJson) as GccRequest }];
    const codes = citationCodes(importedCodes(await filings.codes()));
    const history = await loadHistory(filings, account, certificates);
    const { drafts, envelope } = draftEnvelope(certificates, history, codes, clock.now());
    const draft = drafts[0]!;
    if (!envelope) {
      const gaps = namedGaps(draft.gaps, certificates[0]!.request);
      throw new PortsideError('conflict', { message: CANNOT_BE_FILED, details: gaps.map(detailOf) });
    }
    if (draft.inferredCodes.length > 0) {
      throw new PortsideError('conflict', {
        message:
          'Some citation codes are inferred, and such codes are not sent. The operator has to import the table of codes of CPSC: portside entry codes import FILE.',
        details: draft.inferredCodes.map((code) => ({
          path: draft.entry.coreProduct.exemptions?.includes(code) ? '/exclusions' : '/cpsc_rules_cited',
          message: `The code ${code} is inferred.`,
        })),
      });
    }
    return { draft, envelope };
  }

  async #submit(filing: Filing, envelope: unknown): Promise<Filing> {
    const { registry, clock } = this.parts;
    try {
      const importId = await registry.submit(envelope);
      return await this.#change(filing, { importId, nextPollAtMs: clock.now() + FIRST_PAUSE_MS });
    } catch (error) {
      if (!(error instanceof RegistryFault)) throw error;
      const errors = [errorOf(error)];
      if (error.kind === 'unknown') return this.#change(filing, { errors, nextPollAtMs: clock.now() + FIRST_PAUSE_MS });
      return this.#decide(filing, { state: 'refused', errors }, {});
    }
  }

  /** Without an import id the answer was lost. A version that the registry does not show may still be on its way. */
  async #verdictOn(filing: Filing): Promise<ImportVerdict> {
    const { registry } = this.parts;
    if (filing.importId !== undefined) return registry.verdict(filing.importId, filing);
    if (await registry.has(filing)) return { state: 'accepted', errors: [] };
    return { state: 'pending', errors: [{ code: '', field: '', message: NOT_SHOWN }] };
  }

  async #decide(filing: Filing, verdict: ImportVerdict, next: FilingChange): Promise<Filing> {
    const { state, errors } = verdict;
    if (state === 'pending') return this.#change(filing, { errors, ...next });
    return this.#change(filing, {
      state,
      errors,
      decidedAtMs: this.parts.clock.now(),
      ...next,
      nextPollAtMs: null,
      ...learnedParties(filing, verdict),
    });
  }

  #nextPoll({ polls }: Filing): Required<Pick<FilingChange, 'polls' | 'nextPollAtMs'>> {
    const pauseMs = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** polls);
    return { polls: polls + 1, nextPollAtMs: polls + 1 >= POLLS_MAX ? null : this.parts.clock.now() + pauseMs };
  }

  /** What another process decided meanwhile stands. */
  async #change(filing: Filing, change: FilingChange): Promise<Filing> {
    const { filings } = this.parts;
    await filings.change(filing.id, change);
    return (await filings.all(filing.gccId)).find(({ id }) => id === filing.id)!;
  }

  /** The process that sends it has not written the answer yet. */
  #isBeingSent({ importId, errors, sentAtMs }: Filing): boolean {
    return importId === undefined && errors.length === 0 && this.parts.clock.now() < sentAtMs + SENDING_MS;
  }
}

const NOT_SHOWN = 'The answer to the import was lost, and the registry does not show this version.';

export const CANNOT_BE_FILED =
  'This certificate cannot be filed with the registry yet. The details name everything that is missing.';

/** A gap in the registry's word for the field, with its label in the form and its column in a sheet. */
export function detailOf({ field, reason, label, column }: NamedGap): FaultDetail {
  const places = [`Form: ${label}.`, ...(column === undefined ? [] : [`Sheet: ${column}.`])];
  return { path: field, message: [reason, ...places].join(' ') };
}

/** @throws PortsideError `conflict` for a certificate that was revoked or superseded */
export function requireActive(record: CertificateRecord): void {
  const status = certificateStatus(record);
  if (status !== 'active')
    throw new PortsideError('conflict', { message: `This certificate is ${status}. It cannot be filed.` });
}

function filedParties({ entry: { directives }, parties: { manufacturer, labs, poc } }: EntryDraft): FiledParty[] {
  const told = [
    { keyed: manufacturer, role: 'manufacturer', directive: directives.manufacturer },
    ...labs.map((keyed, index) => ({ keyed, role: 'lab', directive: directives.labs![index]! }) as const),
    { keyed: poc, role: 'poc', directive: directives.poc },
  ] as const;
  return told.flatMap(({ keyed, role, directive }) => {
    if (!keyed) return [];
    const { party, contentSha256 } = keyed;
    return [{ alternateId: party.alternateId, contentSha256, role, isNew: directive.isNew === 'Y' }];
  });
}
