/** What the words of the API mean, for people. */
import type { Tone } from '../shell/elements.tsx';

/** What came of a look. `told` is also the first look at a store, with which later ones are compared. */
const OUTCOMES = new Map<string, readonly [text: string, tone: Tone]>(
  Object.entries({
    told: ['first look, or change told', 'info'],
    unchanged: ['no change seen', 'dim'],
    not_judged: ['could not be judged', 'mild'],
    skipped: ['not looked at: requests of the day are spent', 'mild'],
    busy: ['put off by the service', 'mild'],
    newer_data: ['put off by the service', 'mild'],
    no_key: ['not looked at: no valid key', 'bad'],
  }),
);

export function outcomeOf(outcome: string | null): readonly [text: string, tone: Tone] {
  return outcome === null ? ['not looked at yet', 'dim'] : (OUTCOMES.get(outcome) ?? [outcome, 'dim']);
}

const EVENT_TYPES = new Map<string, string>(
  Object.entries({
    'tariff.revised': 'Lists or schedule revised',
    'tariff.change_due': 'Change is due',
    'pixel.changed': 'Store changed',
    'pixel.not_judged': 'Store not judged',
    'pixel.skipped': 'Stores not scanned',
    'watch.test': 'Test',
  }),
);

export function eventTypeText(type: string): string {
  return EVENT_TYPES.get(type) ?? type;
}

export const DELIVERIES = new Map<string, readonly [text: string, tone: Tone]>(
  Object.entries({
    none: ['not sent: no webhook', 'dim'],
    pending: ['waits to be sent', 'info'],
    delivered: ['delivered', 'good'],
    dead: ['given up', 'bad'],
  }),
);
