/** Works out the items of a request, and says what is wrong with them where they stand in it. */
import { type FaultDetail, PortsideError } from '../../../domain/errors.ts';
import { type DutyAnswer, type DutyItem, isRefusal } from '../../../tariff/duties/answer.ts';
import type { DutiesFor, IsolatedDuties } from '../../../tariff/duties/isolated-duties.ts';

/**
 * The answers, in order.
 * @param pointerOf the pointer of a fault inside an item: the request may be a body or a query
 * @throws PortsideError `invalid_request` with every fault of every item; nothing is answered then
 */
export async function answerItems(
  items: readonly DutyItem[],
  duties: Pick<IsolatedDuties, 'answer'>,
  askedFor: DutiesFor,
  pointerOf: (index: number, path: string) => string,
): Promise<DutyAnswer[]> {
  const results = await duties.answer(items, askedFor);
  const details = results.flatMap((result, index): FaultDetail[] =>
    isRefusal(result) ? result.refused.map(({ path, message }) => ({ path: pointerOf(index, path), message })) : [],
  );
  if (details.length > 0) throw new PortsideError('invalid_request', { details });
  return results as DutyAnswer[];
}
