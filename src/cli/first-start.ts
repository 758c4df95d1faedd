/** What happens once, on a fresh data folder: a first API key and an operator password, shown and never again. */

import type { Config } from '../config.ts';
import type { Clock } from '../domain/clock.ts';
import type { Storage } from '../domain/storage.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';
import { hasPassword, makePassword, setPassword } from '../operator/password/password.ts';
import { cliActor } from './context.ts';

export interface FirstStart {
  key: string;
  /** Absent when the operator chose one by configuration. */
  password?: string;
  /** The password's hash is in the file. It takes a tenth of a second, in which the server already answers. */
  settled: Promise<void>;
}

/** Undefined when this folder has been started on before. Killed before `settled`, the next start is a first start again. */
export async function firstStart(storage: Storage, config: Config, clock: Clock): Promise<FirstStart | undefined> {
  if (await hasPassword(storage)) return undefined;
  const keyIssuer = new KeyIssuer(storage, clock);
  const { key } = await keyIssuer.issue({ name: 'first key', scope: 'all', notes: 'delegate:on' }, cliActor);
  const password = config.operator_password || makePassword(clock);
  const settled = setPassword(storage, clock, password);
  return config.operator_password ? { key, settled } : { key, password, settled };
}

export function firstStartText(url: string, { key, password }: FirstStart): string {
  const certificate = {
    product_info: {
      name: 'Bicycle helmet',
      model: 'BH-200',
      date_of_manufacture: '2026-08-14',
      place_of_manufacture: 'Taichung, Taiwan',
    },
    manufacturer: {
      name: 'Harbor Helmet Co., Ltd.',
      address: '12 Gongye Rd, Taichung 407, Taiwan',
      contact_email: 'quality@harbor-helmet.example',
    },
    testing_lab: { name: 'Island Impact Laboratory', test_date: '2026-09-02' },
    cpsc_rules_cited: ['16 CFR part 1203'],
  };
  const curl = (path: string, body: object) =>
    `curl -sS ${url}${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return [
    'This is the first start on this data folder. The secrets below are shown this once.',
    '',
    `  API key            ${key}`,
    ...(password ? [`  Operator password  ${password}`] : []),
    '',
    'One line for each product, ready to paste:',
    '',
    curl('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688', '7326.90.86', '0101.21.0010'] }),
    '',
    curl('/api/v1/pixel/scan', { url: 'https://www.allbirds.com/' }),
    '',
    curl('/api/v1/entry/gcc/generate', certificate),
    '',
  ].join('\n');
}
