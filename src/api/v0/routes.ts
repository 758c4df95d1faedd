/** The v0 surface over HTTP. No key; every request passes the door (`door.ts`) before anything is read of it. */
import { Elysia } from 'elysia';
import { PortsideError } from '../../domain/errors.ts';
import type { TariffList } from '../../domain/tariff-list.ts';
import { BODY_BYTES_MAX, isJson } from '../../http/api-guard.ts';
import { keptAnswer } from '../../http/cached-response.ts';
import { standard } from '../../http/schema.ts';
import { textBody } from '../../http/text-body.ts';
import { catalogue } from '../../pixel/rules/index.ts';
import type { Scanner } from '../../pixel/scan.ts';
import { explain } from '../../tariff/explain.ts';
import { formatList } from '../../tariff/format-list.ts';
import type { Schedule } from '../../tariff/schedule.ts';
import { knownDate, type Tariff } from '../../tariff/tariff.ts';
import { ScanRequest } from '../v1/pixel-scan/schema.ts';
import { listCsv } from './list-csv.ts';
import { CHANGES, CITATIONS, EXPLAIN, LISTS, LISTS_PATH, PUBLIC_SCAN, RULES } from './operations.ts';
import { preflight, type RateLimitGuard } from './rate-limit-guard.ts';
import { ChangesQuery, CitationsQuery, CodeParams, LookupQuery } from './schema.ts';
import { changesAnswer, citations, listSummaries } from './views.ts';

/** Seconds an answer may be kept. Lists change at midnight, or when the operator imports one. */
const TARIFF_KEPT_S = 300;
/** What only a new version of the program changes. */
const CATALOGUE_KEPT_S = 3600;

export interface V0Parts {
  tariff: Tariff;
  /** The imported tariff schedule, if there is one. */
  schedule: () => Promise<Schedule | null>;
  scanner: Scanner;
  rateLimit: RateLimitGuard;
}

const scanRequest = standard(ScanRequest)['~standard'];

export function v0Routes({ tariff, schedule, scanner, rateLimit }: V0Parts) {
  const reads = new Elysia({ name: 'v0-reads' })
    .onTransform(({ request, set }) => rateLimit.admitRead({ request, set }))
    .get(
      elysiaPath(EXPLAIN.path),
      async ({ params, query, request }) => {
        const onDate = tariff.at(query.as_of);
        const answer = explain(onDate.lookup(params.code), onDate.asOf, tariff.data, await schedule());
        return keptAnswer(request, JSON.stringify(answer), TARIFF_KEPT_S, onDate.headers);
      },
      { params: standard(CodeParams), query: standard(LookupQuery) },
    )
    .get(LISTS.path, ({ request }) => {
      const lists = listSummaries(tariff.data.lists, tariff.today());
      return keptAnswer(request, JSON.stringify({ lists }), TARIFF_KEPT_S);
    })
    .get(`${LISTS_PATH}/:file`, ({ params, request }) => {
      const { list, form } = listFile(tariff.data.lists, params.file);
      return keptAnswer(request, form === 'csv' ? listCsv(list) : formatList(list), TARIFF_KEPT_S, {
        'content-type': form === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
        'content-disposition': `attachment; filename="${list.list_id}-${list.version}.${form}"`,
      });
    })
    .get(
      CHANGES.path,
      ({ query, request }) => {
        const from = knownDate(query.from, '/from');
        const to = query.to === undefined ? tariff.today() : knownDate(query.to, '/to');
        if (from > to) throw invalid('/from', 'must not be after "to"');
        return keptAnswer(request, JSON.stringify(changesAnswer(tariff.data.lists, from, to)), TARIFF_KEPT_S);
      },
      { query: standard(ChangesQuery) },
    )
    .get(RULES.path, ({ request }) => keptAnswer(request, JSON.stringify({ rules: catalogue() }), CATALOGUE_KEPT_S))
    .get(
      CITATIONS.path,
      ({ query, request }) =>
        keptAnswer(request, JSON.stringify({ citations: citations(query.q ?? '') }), CATALOGUE_KEPT_S),
      { query: standard(CitationsQuery) },
    );

  const scans = new Elysia({ name: 'v0-scans' })
    .onTransform(({ request, set }) => rateLimit.admitScan({ request, set }))
    .post(
      PUBLIC_SCAN.path,
      async ({ request, set }) => {
        const { url } = scanRequest.validate(await readJson(request)).value;
        const scan = scanner.scanCached(url) ?? (await scanner.scan(url));
        Object.assign(set.headers, {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          age: String(scan.ageSeconds),
          'x-cache': scan.cache,
        });
        return textBody(scan.body);
      },
      // The body is read here, after the limit, and not by Elysia before it.
      { parse: 'none' },
    );

  const preflights = new Elysia({ name: 'v0-preflights' });
  for (const path of [EXPLAIN.path, LISTS.path, `${LISTS_PATH}/{file}`, CHANGES.path, RULES.path, CITATIONS.path]) {
    preflights.options(elysiaPath(path), () => preflight('GET, HEAD, OPTIONS'));
  }
  preflights.options(PUBLIC_SCAN.path, () => preflight('OPTIONS, POST'));
  return new Elysia({ name: 'v0' }).use(reads).use(scans).use(preflights);
}

/** `/hts/{code}` as Elysia writes it. */
function elysiaPath<P extends string>(path: P): P {
  return path.replace(/\{(\w+)\}/g, ':$1') as P;
}

/** The list and the form that a file name asks for. @throws PortsideError `not_found` */
function listFile(lists: readonly TariffList[], name: string): { list: TariffList; form: 'json' | 'csv' } {
  const [, id, form] = /^(.+)\.(json|csv)$/.exec(name) ?? [];
  const list = lists.find((candidate) => candidate.list_id === id);
  if (!list) throw new PortsideError('not_found');
  return { list, form: form as 'json' | 'csv' };
}

/** The checks of a v1 body, in their order. */
async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length')) > BODY_BYTES_MAX) throw new PortsideError('payload_too_large');
  if (!isJson(request.headers.get('content-type'))) throw new PortsideError('unsupported_media_type');
  const body = await request.text();
  // A body sent in chunks does not say its length beforehand.
  if (body.length > BODY_BYTES_MAX) throw new PortsideError('payload_too_large');
  try {
    return JSON.parse(body);
  } catch {
    throw new PortsideError('invalid_json');
  }
}

function invalid(path: string, message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path, message }] });
}
