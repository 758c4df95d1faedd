/** The public surface put together: v0, the pages and the documents, behind one door. */
import { Elysia } from 'elysia';
import { AddressLimit } from '../api/v0/address-limit.ts';
import { RateLimitGuard } from '../api/v0/rate-limit-guard.ts';
import { v0Routes } from '../api/v0/routes.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../domain/clock.ts';
import { parseTrustedProxies } from '../http/client-address.ts';
import type { Scanner } from '../pixel/scan.ts';
import type { TariffData } from '../tariff/embedded.ts';
import type { Schedule } from '../tariff/schedule.ts';
import type { Tariff } from '../tariff/tariff.ts';
import { pageRoutes } from './routes.ts';

/** Enough for a person and a small script; v1 is for more. */
const READS_PER_MINUTE = 120;
/** Each may fetch somebody's page. */
const SCANS_PER_MINUTE = 6;

export interface PublicParts {
  config: Pick<Config, 'contact' | 'trust_proxy'>;
  tariff: Tariff;
  loadSchedule: () => Promise<Schedule | null>;
  scanner: Scanner;
  clock: Clock;
  /** Of the connection a request came by; empty when it is gone. */
  socketAddress: (request: Request) => string;
}

/** @throws ConfigError for proxies that cannot be read */
export function publicRoutes({ config, tariff, loadSchedule, scanner, clock, socketAddress }: PublicParts) {
  const rateLimit = new RateLimitGuard(
    new AddressLimit(READS_PER_MINUTE, clock),
    new AddressLimit(SCANS_PER_MINUTE, clock),
    parseTrustedProxies(config.trust_proxy),
    socketAddress,
  );
  // An import of either kind swaps the tariff's data, and with it what was read for the data before.
  const schedules = new WeakMap<TariffData, Promise<Schedule | null>>();
  const schedule = () => {
    const { data } = tariff;
    const loaded = schedules.get(data) ?? loadSchedule();
    schedules.set(data, loaded);
    loaded.catch(() => schedules.delete(data));
    return loaded;
  };
  return new Elysia({ name: 'public' })
    .use(v0Routes({ tariff, schedule, scanner, rateLimit }))
    .use(pageRoutes({ tariff, schedule, rateLimit, contact: config.contact }));
}
