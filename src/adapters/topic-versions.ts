/** Finds out which topics changed, by comparing their counters with those of the last read. */
import type { ChangeListener, Topic } from '../domain/change-feed.ts';

interface TopicVersion {
  topic: string;
  version: number;
}

/** By topic. A listener may be added later: until then a change of its topic waits. */
export type ChangeListeners = Map<Topic, ChangeListener>;

/**
 * Takes the counters as they are when watching starts. The returned function calls the listener of each topic whose counter
 * has changed since. If a listener fails, its topic is tried again at the next call.
 */
export function topicVersions(first: TopicVersion[], listeners: ChangeListeners, onFault: (error: unknown) => void) {
  const seen = new Map(first.map(({ topic, version }) => [topic, version]));
  return async (current: TopicVersion[]): Promise<void> => {
    for (const { topic, version } of current) {
      const listener = listeners.get(topic as Topic);
      if (!listener || seen.get(topic) === version) continue;
      try {
        await listener();
        seen.set(topic, version);
      } catch (error) {
        onFault(error);
      }
    }
  };
}
