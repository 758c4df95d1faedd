/** Watches as v2 shows them. The secret of a webhook is shown only by the answer that made it. */
import type { LookState, Watch } from '../../../domain/watch.ts';
import { timeOf } from '../certificates/representation.ts';

export function watchSummary({ id, name, isPaused, createdAtMs, subject, webhook }: Watch) {
  return {
    id,
    kind: subject.kind,
    name,
    status: isPaused ? 'paused' : 'active',
    created_at: timeOf(createdAtMs),
    numbers: subject.kind === 'tariff' ? subject.codes.length : null,
    stores: subject.kind === 'pixel' ? subject.stores.length : null,
    every: subject.kind === 'pixel' ? subject.every : null,
    audit_id: (subject.kind === 'tariff' ? subject.auditId : undefined) ?? null,
    webhook: webhook
      ? {
          url: webhook.url,
          state: webhook.state,
          note: webhook.note ?? null,
          old_secret_until: timeOrNull(webhook.oldSecretUntilMs),
        }
      : null,
  };
}

export function watchView(watch: Watch, looks: readonly LookState[]) {
  const { subject } = watch;
  return {
    ...watchSummary(watch),
    subject: {
      codes: subject.kind === 'tariff' ? subject.codes : null,
      stores: subject.kind === 'pixel' ? subject.stores : null,
    },
    looks: looks.map(({ part, lookedAtMs, outcome, dueAtMs }) => ({
      store: part === '' ? null : part,
      looked_at: timeOrNull(lookedAtMs),
      outcome: outcome ?? null,
      due_at: timeOrNull(dueAtMs),
    })),
  };
}

function timeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : timeOf(ms);
}
