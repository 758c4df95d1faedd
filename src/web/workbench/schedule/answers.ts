/** The answers of the API that the pages of the schedule draw. */
import type { Static } from 'typebox';
import type { Explanation } from '../../../api/v0/tariff-explain/schema.ts';
import type { TariffHistory } from '../../../api/v0/tariff-history/schema.ts';
import type { ScheduleNode } from '../../../api/v0/tariff-schedule/schema.ts';
import type { SearchAnswer } from '../../../api/v0/tariff-search/schema.ts';

export type Tree = Static<typeof ScheduleNode>;
export type Node = NonNullable<Tree['node']>;
export type History = Static<typeof TariffHistory>;
export type Explained = Static<typeof Explanation>;
export type Found = Static<typeof SearchAnswer>;
/** A result, and how the lists mark it; `undefined` if that could not be read. */
export type Result = Found['results'][number] & { listed: Node['listed'] | undefined };
