/** Finds out which topics changed, by comparing their counters with those of the last read. */
import type { ChangeListeners, Topic } from '../domain/change-feed.ts';

interface TopicVersion {
  topic: string;
  version: number;
}

/**
 * Takes the counters as they are when watching starts. The returned function calls the listener of each topic whose counter
 * has changed since. If a listener fails, its topic is tried again at the next call.
 */
export function topicVersions(first: TopicVersion[], listeners: ChangeListeners, onFault: (error: unknown) => void) {
  const seen = new Map(first.map(({ topic, version }) => [topic, version]));
  return async (current: TopicVersion[]): Promise<void> => {
    for (const { topic, version } of current) {
      if (seen.get(topic) === version) continue;
      try {
        await listeners[topic as Topic]?.();
        seen.set(topic, version);
      } catch (error) {
        onFault(error);
      }
    }
  };
}
