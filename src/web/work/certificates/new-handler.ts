import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { orFailure } from '../ask/settle.ts';
import type { WorkDependencies } from '../dependencies.ts';
import { fragment } from '../shell/layout.tsx';
import type { SignedInRequest } from '../work-request.ts';
import type { Certificate } from './certificate-data.ts';
import { readEarlierParties, withParty } from './earlier-parties.ts';
import { PARTY_PATHS } from './form-fields.ts';
import { type FormView, formPage, type Suggestion, Suggestions } from './new-view.tsx';
import { Paper } from './paper.tsx';
import { requestOf, rulesOf, type Values, valuesOf, valuesOfRequest } from './request-of-form.ts';

const SUGGESTED_MAX = 8;
const ID = /^[0-9a-f-]{36}$/;

type Draft = Omit<FormView, 'parties'>;

/** The form, with parties of earlier certificates. It is of use without them. */
async function draw(request: SignedInRequest, view: Draft): Promise<Response> {
  const found = await orFailure(readEarlierParties(request.ask));
  return formPage(request, { ...view, parties: found instanceof ApiFailure ? [] : found });
}

/** An empty form, or one that begins with what an earlier certificate states. For htmx, rules by words. */
export async function showForm(request: SignedInRequest, { clock }: WorkDependencies): Promise<Response> {
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
    from: earlier && { id: earlier.id, name: earlier.product.name },
  });
}

async function suggest({ ask }: SignedInRequest, words: string): Promise<Suggestion[] | ApiFailure> {
  if (words === '') return [];
  const found = await orFailure(
    ask.json<{ citations: Suggestion[] }>('GET', `/api/v0/entry/citations?q=${encodeURIComponent(words)}`),
  );
  return found instanceof ApiFailure ? found : found.citations.slice(0, SUGGESTED_MAX);
}

/** What the buttons of the form do: find rules, add one of them, or issue the certificate. */
export async function sendForm(request: SignedInRequest, { clock }: WorkDependencies): Promise<Response> {
  const { form, ask } = request;
  const words = (form.get('rule_words') ?? '').trim().slice(0, 200);
  const view: Draft = { values: valuesOf(form), once: form.get('once') || makeToken(clock), words, suggestions: [] };
  const path = PARTY_PATHS.find((each) => each === form.get('use_party'));
  const from = form.get(`earlier.${path}`) ?? '';
  if (path && ID.test(from)) {
    return draw(request, { ...view, values: await withParty(ask, view.values, path, from), isDraft: true });
  }
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
  try {
    const made = await ask.json<Certificate>('POST', '/api/v2/entry/certificates', {
      json: requestOf(view.values),
      headers: { 'idempotency-key': view.once },
    });
    return seeOther(`/work/certificates/${made.id}?issued=1`);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // What is changed now is another certificate.
    return draw(request, { ...view, once: makeToken(clock), failure: error, isDraft: true });
  }
}

/** The paper beside the form, while one types. */
export async function showPaper({ form }: SignedInRequest): Promise<Response> {
  return fragment(Paper({ values: valuesOf(form) }));
}
