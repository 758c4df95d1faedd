/** What the duty form asks the API for. Looking at an answer is reading: it is not counted. */
import type { Static } from 'typebox';
import type { Explanation } from '../../../api/v0/tariff-explain/schema.ts';
import type { TariffHistory } from '../../../api/v0/tariff-history/schema.ts';
import type { DutyAnswer } from '../../../api/v2/tariff-duties/schema.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import type { Ask } from '../ask/ask.ts';
import { orFailure } from '../ask/settle.ts';
import { dutyParams, type Facts } from './facts.ts';

export type Duty = Static<typeof DutyAnswer>;
export type Explained = Static<typeof Explanation>;
export type History = Static<typeof TariffHistory>;

export interface Goods {
  code: string;
  /** Two letters; empty if unknown. */
  origin: string;
  /** `YYYY-MM-DD`; empty for today. */
  entryDate: string;
}

export interface DutyView {
  goods: Goods;
  facts: Facts;
  duty: Duty | ApiFailure;
  explained: Explained | ApiFailure;
  history: History | ApiFailure;
}

export async function readDuty(ask: Ask, goods: Goods, facts: Facts): Promise<DutyView> {
  const path = `/api/v0/tariff/hts/${encodeURIComponent(goods.code)}` as const;
  const day = goods.entryDate ? `?as_of=${encodeURIComponent(goods.entryDate)}` : '';
  const [duty, explained, history] = await Promise.all([
    orFailure(ask.json<Duty>('GET', `${path}/duties?${dutyParams(facts, goods)}`)),
    orFailure(ask.json<Explained>('GET', `${path}${day}`)),
    orFailure(ask.json<History>('GET', `${path}/history`)),
  ]);
  return { goods, facts, duty, explained, history };
}
