import type { Static } from 'typebox';
import type { Citations } from '../../../api/v0/citations/schema.ts';
import type { MadeCertificate } from '../../../api/v2/certificates/schema.ts';
import { sha256Hex } from '../../../domain/sha256.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import type { Ask } from '../ask/ask.ts';
import { orFailure } from '../ask/settle.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { fragment } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import type { Certificate, Checked } from './certificate-data.ts';
import { PARTY_PATHS, type PartyPath } from './form-fields.ts';
import { keepParty, keyOfName, partyOfValues, readKeptParty, saysTheSame } from './kept-parties.ts';
import { readKnownParties, withParty } from './known-parties.ts';
import { type FormView, formPage, Suggestions } from './new-view.tsx';
import { Paper } from './paper.tsx';
import { leftOut, requestOf, rulesOf, type Values, valuesOf, valuesOfRequest } from './request-of-form.ts';

const SUGGESTED_MAX = 8;
const ID = /^[0-9a-f-]{36}$/;

type Draft = Omit<FormView, 'parties'>;

/** The form, with the parties that are known. It is of use without them. */
async function draw(request: SignedInRequest, view: Draft): Promise<Response> {
  const found = await orFailure(readKnownParties(request.ask));
  return formPage(request, { ...view, parties: found instanceof ApiFailure ? [] : found });
}

/** An empty form, or one that begins with what an earlier certificate states. For htmx, rules by words. */
export async function showForm(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { ask, url, isFragment } = request;
  const words = (url.searchParams.get('rule_words') ?? '').trim().slice(0, 200);
  const suggestions = await suggest(request, words);
  if (isFragment) return fragment(Suggestions({ words, suggestions }));
  const from = url.searchParams.get('from') ?? '';
  const earlier = ID.test(from) ? await ask.json<Certificate>('GET', `/api/v2/entry/certificates/${from}`) : undefined;
  const values: Values = earlier ? valuesOfRequest(earlier.request) : {};
  return draw(request, {
    values,
    once: makeToken(clock),
    words,
    suggestions,
    from: earlier && { id: earlier.id, name: earlier.product.name, leftOut: leftOut(earlier.request) },
  });
}

async function suggest({ ask }: SignedInRequest, words: string): Promise<FormView['suggestions']> {
  if (words === '') return [];
  const found = await orFailure(
    ask.json<Static<typeof Citations>>('GET', `/api/v0/entry/citations?q=${encodeURIComponent(words)}`),
  );
  return found instanceof ApiFailure ? found : found.citations.slice(0, SUGGESTED_MAX);
}

/** What the buttons of the form do: find rules, add one of them, or issue the certificate, which is asked about first. */
export async function sendForm(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { form, ask } = request;
  const words = (form.get('rule_words') ?? '').trim().slice(0, 200);
  const view: Draft = { values: valuesOf(form), once: form.get('once') || makeToken(clock), words, suggestions: [] };
  const used = PARTY_PATHS.find((each) => each === form.get('use_party'));
  if (used) {
    const values = await withParty(ask, view.values, used, form.get(`known.${used}`) ?? '');
    return draw(request, { ...view, values: values ?? view.values, isDraft: true });
  }
  const kept = PARTY_PATHS.find((each) => each === form.get('keep_party'));
  if (kept) return draw(request, await withKept(request, { ...view, isDraft: true }, kept));
  const added = (form.get('add_rule') ?? '').trim();
  if (added !== '' || form.has('find_rules')) {
    const rules = rulesOf(view.values);
    const all = added === '' || rules.includes(added) ? rules : [...rules, added];
    return draw(request, {
      ...view,
      values: { ...view.values, cpsc_rules_cited: all.join('\n') },
      suggestions: await suggest(request, words),
      isDraft: true,
    });
  }
  const json = requestOf(view.values);
  try {
    // A certificate is never changed, so what is wrong with it is said before it is made. The answer is to exactly this content.
    const digest = sha256Hex(JSON.stringify(json));
    if (form.get('confirmed') !== digest) {
      const check = await checkRequest(ask, view.values);
      if (check.state !== 'stated') return draw(request, { ...view, isDraft: true, check, confirm: digest });
    }
    const made = await ask.json<Static<typeof MadeCertificate>>('POST', '/api/v2/entry/certificates', {
      json,
      headers: { 'idempotency-key': view.once },
    });
    return seeOther(`/work/certificates/${made.id}?issued=1`);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // What is changed now is another certificate.
    return draw(request, { ...view, once: makeToken(clock), failure: error, isDraft: true });
  }
}

/** Keeps a party of the form, under its number in the registry, or without one under a key made of its name. */
async function withKept({ ask }: SignedInRequest, view: Draft, path: PartyPath): Promise<Draft> {
  const { values } = view;
  try {
    const { key, before } = await keyFor(ask, path, values);
    await keepParty(ask, key, partyOfValues(path, values, before));
    return { ...view, values: { ...values, [`${path}.alternate_id`]: key }, kept: key };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { ...view, failure: ofForm(error, path) };
  }
}

/** A company may have two factories of one name: a key that nobody typed never replaces another party. */
async function keyFor(ask: Ask, path: PartyPath, values: Values) {
  const typed = values[`${path}.alternate_id`] ?? '';
  const made = keyOfName(values[`${path}.name`] ?? '');
  if (typed === '' && made === '') throw new ApiFailure(422, 'invalid_request', NO_KEY, '');
  for (let n = 1; ; n++) {
    const key = typed || (n === 1 ? made : `${made.slice(0, 46)}-${n}`);
    const found = await orFailure(readKeptParty(ask, key));
    if (!(found instanceof ApiFailure)) {
      if (typed || saysTheSame(partyOfValues(path, values, undefined), found)) return { key, before: found };
    } else if (found.status === 404) return { key, before: undefined };
    else throw found;
  }
}

const NO_KEY = 'Fill the number in the registry, or a name in Latin letters: the party is kept under it.';

/** The same refusal, with the paths of the whole request. */
function ofForm({ status, code, message, requestId, details, retryAfterS }: ApiFailure, path: PartyPath): ApiFailure {
  const prefix = `/${path.replaceAll('.', '/')}`;
  const mail = path === 'manufacturer' ? '/contact_email' : '/email';
  const inForm = details.map(({ path: of, message: why }) => ({
    path: prefix + (of === '/email' ? mail : of === '/records_role' ? '/role' : of),
    message: why,
  }));
  return new ApiFailure(status, code, message, requestId, inForm, retryAfterS);
}

/** What the certificate would state, by the API. @throws ApiFailure if the request cannot be read yet */
function checkRequest(ask: Ask, values: Values): Promise<Checked> {
  return ask.json<Checked>('POST', '/api/v2/entry/certificates?dry_run=true', {
    json: requestOf(values),
    isDryRun: true,
  });
}

/** The paper beside the form, while one types, with what the certificate would state. */
export async function showPaper({ form, ask }: SignedInRequest): Promise<Response> {
  const values = valuesOf(form);
  return fragment(Paper({ values, check: await orFailure(checkRequest(ask, values)) }));
}
