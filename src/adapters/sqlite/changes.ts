/** Each topic has a counter. A writer raises it in its own transaction, and every server reads the counters five times a second. */
import type { Database } from 'bun:sqlite';
import type { ChangeFeed } from '../../domain/change-feed.ts';
import { type ChangeListeners, topicVersions } from '../topic-versions.ts';

const POLL_EVERY_MS = 200;

export function changeFeed(counters: Database): ChangeFeed {
  return {
    async watch(onFault) {
      const listeners: ChangeListeners = new Map();
      const read = counters.prepare<{ topic: string; version: number }, []>('SELECT topic, version FROM changes');
      const notify = topicVersions(read.all(), listeners, onFault);
      let polling = false;
      const timer = setInterval(async () => {
        if (polling) return;
        polling = true;
        try {
          await notify(read.all());
        } catch {
          // The file cannot be read now. The next poll tries again.
        } finally {
          polling = false;
        }
      }, POLL_EVERY_MS);
      return {
        on: (topic, listener) => void listeners.set(topic, listener),
        stop: () => clearInterval(timer),
      };
    },
  };
}
