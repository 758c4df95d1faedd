/**
 * A writer raises its topic's counter and notifies, both in its own transaction. Every process listens on a connection of its
 * own, and looks at the counters twice a second as well: a notification is lost with the connection it would have come by.
 */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { ChangeFeed, Topic } from '../../domain/change-feed.ts';
import type { Connections } from './connections.ts';
import { changes } from './schema.ts';
import type { Tables } from './tables.ts';

const CHANNEL = 'portside_changes';
const LOOK_EVERY_MS = 500;

/** Call inside the transaction that makes the change. */
export async function announce(tables: Tables, topic: Topic): Promise<void> {
  await tables
    .insert(changes)
    .values({ topic, version: 1 })
    .onConflictDoUpdate({ target: changes.topic, set: { version: sql`${changes.version} + 1` } });
  await tables.execute(sql`SELECT pg_notify(${CHANNEL}, ${topic})`);
}

export function changeFeed(connections: Connections): ChangeFeed {
  return {
    async watch(listeners, onFault) {
      const read = () => connections.read((tables) => tables.select().from(changes));
      const seen = new Map((await read()).map(({ topic, version }) => [topic, version]));
      let listening: pg.Client | undefined;
      let stopped = false;
      let looking = false;
      let again = false;

      const listen = async () => {
        const client = await connections.connectAlone();
        if (stopped) return client.end();
        client.on('notification', look);
        client.on('end', () => {
          if (listening === client) listening = undefined;
        });
        await client.query(`LISTEN ${CHANNEL}`);
        listening = client;
        // What was announced while nobody listened.
        again = true;
      };

      const lookOnce = async () => {
        for (const { topic, version } of await read()) {
          if (seen.get(topic) === version) continue;
          try {
            await listeners[topic as Topic]?.();
            seen.set(topic, version);
          } catch (error) {
            onFault(error);
          }
        }
      };

      async function look(): Promise<void> {
        // A notification that comes while this looks may be of a change that it did not see.
        again = true;
        if (looking || stopped) return;
        looking = true;
        try {
          while (again && !stopped) {
            again = false;
            await lookOnce();
            if (!listening) await listen();
          }
        } catch {
          // The database is away: nothing changes there meanwhile, and the next look comes soon.
        } finally {
          looking = false;
        }
      }

      await listen();
      const timer = setInterval(look, LOOK_EVERY_MS);
      return {
        stop() {
          stopped = true;
          clearInterval(timer);
          listening?.end().catch(() => {});
        },
      };
    },
  };
}
