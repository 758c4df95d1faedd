/**
 * A writer raises its topic's counter and sends a notification, both in its own transaction. Every process listens on a
 * connection of its own. It also reads the counters twice a second, because a notification is lost if its connection breaks.
 */
import type pg from 'pg';
import type { ChangeFeed } from '../../domain/change-feed.ts';
import { type ChangeListeners, topicVersions } from '../topic-versions.ts';
import { CHANGES_CHANNEL, type Connections } from './connections.ts';
import { changes } from './schema.ts';

const POLL_EVERY_MS = 500;

export function changeFeed(connections: Connections): ChangeFeed {
  return {
    async watch(onFault) {
      const listeners: ChangeListeners = new Map();
      const read = () => connections.read((tables) => tables.select().from(changes));
      const notify = topicVersions(await read(), listeners, onFault);
      let listening: pg.Client | undefined;
      let stopped = false;
      let polling = false;
      let again = false;

      const listen = async () => {
        const client = await connections.connectDedicated();
        if (stopped) return client.end();
        client.on('notification', poll);
        client.on('end', () => {
          if (listening === client) listening = undefined;
        });
        await client.query(`LISTEN ${CHANGES_CHANNEL}`);
        listening = client;
        // A change may have been announced before this connection listened.
        again = true;
      };

      async function poll(): Promise<void> {
        // A notification during a poll may be about a change that the poll did not see.
        again = true;
        if (polling || stopped) return;
        polling = true;
        try {
          while (again && !stopped) {
            again = false;
            await notify(await read());
            if (!listening) await listen();
          }
        } catch {
          // The database cannot be reached. The next poll tries again.
        } finally {
          polling = false;
        }
      }

      await listen();
      const timer = setInterval(poll, POLL_EVERY_MS);
      return {
        on: (topic, listener) => void listeners.set(topic, listener),
        stop() {
          stopped = true;
          clearInterval(timer);
          listening?.end().catch(() => {});
        },
      };
    },
  };
}
