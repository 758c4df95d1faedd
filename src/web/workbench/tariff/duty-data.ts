/** What the duty form asks the API for. Looking at an answer is reading: it is not counted. */
import type { Static } from 'typebox';
import type { Explanation } from '../../../api/v0/tariff-explain/schema.ts';
import type { TariffHistory } from '../../../api/v0/tariff-history/schema.ts';
import type { DutyAnswer } from '../../../api/v2/tariff-duties/schema.ts';
import { countryAdvice, readCountry } from '../../../domain/country-names.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import type { Ask } from '../ask/ask.ts';
import { orFailure } from '../ask/settle.ts';
import { dutyParams, type Facts } from './facts.ts';

export type Duty = Static<typeof DutyAnswer>;
export type Explained = Static<typeof Explanation>;
export type History = Static<typeof TariffHistory>;

export interface Goods {
  code: string;
  /** A country as it was written; empty if unknown. */
  origin: string;
  /** `YYYY-MM-DD`; empty for today. */
  entryDate: string;
}

export interface DutyView {
  goods: Goods;
  facts: Facts;
  /** What is wrong with the origin as it was written. It is not used then: no other country takes its place. */
  originFault: string | undefined;
  duty: Duty | ApiFailure;
  explained: Explained | ApiFailure;
  history: History | ApiFailure;
}

export async function readDuty(ask: Ask, goods: Goods, facts: Facts): Promise<DutyView> {
  const path = `/api/v0/tariff/hts/${encodeURIComponent(goods.code)}` as const;
  const day = goods.entryDate ? `?as_of=${encodeURIComponent(goods.entryDate)}` : '';
  const country = goods.origin === '' ? undefined : readCountry(goods.origin);
  const originFault =
    country === null ? `${countryAdvice(goods.origin)} The answer is for an unknown origin.` : undefined;
  const stated = { origin: country ?? '', entryDate: goods.entryDate };
  const [duty, explained, history] = await Promise.all([
    orFailure(ask.json<Duty>('GET', `${path}/duties?${dutyParams(facts, stated)}`)),
    orFailure(ask.json<Explained>('GET', `${path}${day}`)),
    orFailure(ask.json<History>('GET', `${path}/history`)),
  ]);
  return { goods, facts, originFault, duty, explained, history };
}
