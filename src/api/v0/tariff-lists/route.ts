/** `/api/v0/tariff/lists`: the loaded lists, and each of them as JSON or CSV. */
import { type ErrorCode, PortsideError } from '../../../domain/errors.ts';
import type { TariffList } from '../../../domain/tariff-list.ts';
import { keptAnswer } from '../../../http/cached-response.ts';
import type { HeaderName, OperationText } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { unreadMeasures } from '../../../tariff/law/announced.ts';
import { lawReadTo } from '../../../tariff/law/law-read.ts';
import { summarizeList } from '../../../tariff/list-summary.ts';
import { serializeList } from '../../../tariff/serialize-list.ts';
import type { Tariff } from '../../../tariff/tariff.ts';
import type { V0Parts } from '../parts.ts';
import { READ, READ_ERRORS, TARIFF_CACHE_S } from '../reads.ts';
import { listCsv } from './list-csv.ts';
import { ListFile, ListParams, Lists } from './schema.ts';

const LISTS_PATH = '/api/v0/tariff/lists';

export const LISTS = operation({
  ...READ,
  path: LISTS_PATH,
  text: {
    operationId: 'listTariffLists',
    tag: 'tariff',
    summary: 'Which lists are loaded',
    description:
      'Each with its version, source, next scheduled change, and where to download it; how far the law was read, what is ' +
      'announced for later, and which tariff schedule is in use.',
    answer: { description: 'The lists.', schema: Lists },
    errors: READ_ERRORS,
  },
  handler:
    ({ tariff }: V0Parts) =>
    ({ request }) => {
      const { data } = tariff;
      const { edition, numbers } = data.schedule;
      const { newest_release, looked_on, not_read } = data.law;
      const answer = {
        lists: data.lists.map((list) => withAddresses(list, tariff)),
        law: { law_read_to: lawReadTo(data), newest_release, looked_on, not_read },
        other_measures: unreadMeasures(data),
        schedule: { revision: edition.revision, note: edition.note, numbers: numbers.size },
      };
      return keptAnswer(request, JSON.stringify(answer), TARIFF_CACHE_S);
    },
});

const download = (format: 'Json' | 'Csv', answer: OperationText['answer']) => ({
  ...READ,
  path: `${LISTS_PATH}/{list_id}.${format.toLowerCase()}`,
  params: ListParams,
  text: {
    operationId: `downloadTariffList${format}`,
    tag: 'tariff',
    summary: `Download a list as ${format.toUpperCase()}`,
    description: 'The file is named after the list and its version.',
    answer: { ...answer, headers: ['Content-Disposition'] satisfies HeaderName[] },
    errors: [...READ_ERRORS, 'not_found'] satisfies ErrorCode[],
    examples: { derivative: { summary: 'The derivative list', parameters: { list_id: 'note-16c' } } },
  },
});

export const LIST_JSON = operation({
  ...download('Json', { description: 'The list.', schema: ListFile }),
  // Elysia matches whole path segments, so this route serves both formats.
  routePath: `${LISTS_PATH}/{file}`,
  handler:
    ({ tariff }: V0Parts) =>
    ({ params, request }) => {
      const { list, format } = findFile(tariff.data.lists, (params as Record<string, string>).file!);
      return keptAnswer(request, format === 'csv' ? listCsv(list) : serializeList(list), TARIFF_CACHE_S, {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
        'content-disposition': `attachment; filename="${list.list_id}-${list.version}.${format}"`,
      });
    },
});

export const LIST_CSV = operation(
  download('Csv', { description: 'The list, one row a listing.', schema: { type: 'string' }, mediaType: 'text/csv' }),
);

function withAddresses(list: TariffList, tariff: Tariff) {
  const address = `${LISTS_PATH}/${list.list_id}`;
  return { ...summarizeList(list, tariff.data, tariff.today()), json: `${address}.json`, csv: `${address}.csv` };
}

/** The list and format that a file name asks for. @throws PortsideError `not_found` */
function findFile(lists: readonly TariffList[], name: string): { list: TariffList; format: 'json' | 'csv' } {
  const [, id, format] = /^(.+)\.(json|csv)$/.exec(name) ?? [];
  const list = lists.find((candidate) => candidate.list_id === id);
  if (!list) throw new PortsideError('not_found');
  return { list, format: format as 'json' | 'csv' };
}
