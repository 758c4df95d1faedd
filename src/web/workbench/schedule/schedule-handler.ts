import { seeOther } from '../../../http/browser/see-other.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import type { Ask } from '../ask/ask.ts';
import { orFailure } from '../ask/settle.ts';
import { schedulePage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import type { Explained, Found, History, Result, Tree } from './answers.ts';
import { missingNumberPage } from './missing-view.tsx';
import { numberPage } from './number-view.tsx';
import { chaptersPage, searchPage } from './search-view.tsx';

/** Of a search. The marks of each are read, so this is also how many requests a search makes. */
const RESULTS_SHOWN = 25;
/** What the API takes as `q`. */
const QUERY_LENGTH_MAX = 200;
const CHAPTER_DIGITS = 2;

/** All chapters, or what a search found. */
export async function showSchedule(request: SignedInRequest): Promise<Response> {
  const query = (request.url.searchParams.get('q') ?? '').trim().slice(0, QUERY_LENGTH_MAX);
  if (!query) return chaptersPage(request, await request.ask.json<Tree>('GET', '/api/v0/tariff/schedule'));
  const path = `/api/v0/tariff/search?limit=${RESULTS_SHOWN}&q=${encodeURIComponent(query)}` as const;
  const found = await orFailure(request.ask.json<Found>('GET', path));
  if (found instanceof ApiFailure) return searchPage(request, { query, found, results: [] });
  return searchPage(request, { query, found, results: await readMarks(request.ask, found) });
}

/** The search says only what a lookup of each row answers. The tree says which programmes list all or some of it. */
function readMarks(ask: Ask, { results }: Found): Promise<Result[]> {
  return Promise.all(
    results.map(async (result) => {
      const tree = await orFailure(ask.json<Tree>('GET', `/api/v0/tariff/schedule/${result.code}`));
      return { ...result, listed: tree instanceof ApiFailure ? undefined : tree.node?.listed };
    }),
  );
}

/** A chapter or a number. Also one that the schedule in use does not have: its history says what became of it. */
export async function showNumber(request: SignedInRequest): Promise<Response> {
  const code = request.params.code!;
  const digits = code.replaceAll('.', '');
  const tree = await orFailure(request.ask.json<Tree>('GET', `/api/v0/tariff/schedule/${code}`));
  if (tree instanceof ApiFailure && tree.status !== 404) throw tree;
  if (digits.length <= CHAPTER_DIGITS) {
    if (tree instanceof ApiFailure) throw tree;
    return numberPage(request, { tree, history: undefined, explained: undefined });
  }
  const [history, explained] = await Promise.all([
    orFailure(request.ask.json<History>('GET', `/api/v0/tariff/hts/${code}/history`)),
    orFailure(request.ask.json<Explained>('GET', `/api/v0/tariff/hts/${code}`)),
  ]);
  if (tree instanceof ApiFailure) return missingNumberPage(request, { code, history, explained });
  // Each number has one address.
  const canonical = tree.node?.code ?? code;
  if (canonical !== code) return seeOther(schedulePage(canonical));
  return numberPage(request, { tree, history, explained });
}
