/** The alerts that operators set on the operator page, evaluated now. */
import { freeBytes } from '../../adapters/system/disk.ts';
import type { Config } from '../../config.ts';
import { ALERT_KINDS } from '../../domain/alert.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Storage } from '../../domain/storage.ts';
import { readAlerts } from '../../operations/alerts.ts';
import { Tariff } from '../../tariff/tariff.ts';
import { TariffStore } from '../../tariff/tariff-store.ts';
import { failed, type Outcome, ok, skipped, warning } from './check-result.ts';

/** @param storage undefined if there is no database that can be read */
export async function checkAlerts(config: Config, storage: Storage | undefined, clock: Clock): Promise<Outcome> {
  if (!storage) return skipped('there is no database to read them from');
  const tariff = new Tariff(await new TariffStore(storage, clock).load(), clock);
  const diskFreeBytes = () => (config.database_url ? undefined : freeBytes(config.data_dir));
  const { evaluations } = await readAlerts({ storage, lawRead: () => tariff.lawRead(), diskFreeBytes }, clock.now());
  const texts = (state: string) =>
    evaluations.filter((one) => one.state === state).map(({ name, text }) => `${ALERT_KINDS[name].label}: ${text}`);
  const [open, unknown, off] = [texts('open'), texts('unknown'), texts('off')];
  const advice = 'docs/operations.md, "Alerts". The operator page sets the thresholds.';
  if (open.length > 0) return failed([...open, ...unknown].join(' '), advice);
  if (unknown.length > 0) return warning(unknown.join(' '), advice);
  return ok(`none is open; ${evaluations.length - off.length} on, ${off.length} off`);
}
