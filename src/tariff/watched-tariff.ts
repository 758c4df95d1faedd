/** The tariff in memory, as watches read it. */
import { createHash } from 'node:crypto';
import { version } from '../../package.json';
import type { TariffBasis, TariffOutlook, WatchedTariff } from '../domain/tariff-outlook.ts';
import { parseCode } from './hts-code.ts';
import { lawReadTo } from './law/law-read.ts';
import { Outlook } from './law/outlook.ts';
import type { Tariff } from './tariff.ts';
import type { TariffData } from './tariff-data.ts';
import type { TariffRevision } from './tariff-revision.ts';

export function watchedTariff(tariff: Pick<Tariff, 'revision' | 'today'>): WatchedTariff {
  let known: { revision: TariffRevision; today: string; basis: TariffBasis; outlook: Outlook | undefined } | undefined;
  const current = () => {
    const { revision } = tariff;
    const today = tariff.today();
    if (known?.revision !== revision) {
      known = { revision, today, basis: revision.compiledBasis ?? basisOf(revision.data), outlook: undefined };
    } else if (known.today !== today) known = { ...known, today, outlook: undefined };
    return known;
  };
  return {
    today: () => tariff.today(),
    digitsOf: (code) => parseCode(code) ?? undefined,
    outlook(): TariffOutlook {
      const held = current();
      return {
        basis: held.basis,
        of(digits) {
          // A tenth of a second, which a server whose watches have nothing to compare never spends.
          held.outlook ??= new Outlook(held.revision.data, held.today);
          return held.outlook.of(digits);
        },
      };
    },
  };
}

/** What identifies the data for watches. */
export function basisOf(data: TariffData): TariffBasis {
  const { lists, successions, announced, law, schedule, importId = 0 } = data;
  const hash = createHash('sha256');
  for (const { list_id, version: listVersion, terms, listings, scheduled } of lists) {
    const rows = listings.map(({ digits, terms_id, from, to }) => [digits, terms_id, from, to]);
    hash.update(JSON.stringify([list_id, listVersion, terms, rows, scheduled]));
  }
  hash.update(JSON.stringify([successions, announced, lawReadTo(data), schedule.edition]));
  return {
    digest: hash.digest('hex'),
    importId,
    lookedOn: law.looked_on,
    version,
    law_read_to: lawReadTo(data),
    lists: lists.map(({ list_id, version: listVersion, as_of }) => ({ list_id, version: listVersion, as_of })),
  };
}
