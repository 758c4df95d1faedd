import { seeOther } from '../../../http/browser/see-other.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { orFailure } from '../ask/settle.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { forgetParty, keepParty, readKeptParties, readKeptParty } from './kept-parties.ts';
import { onePartyPage, partiesPage, partyPage } from './parties-view.tsx';
import { bodyOfForm, formOfParty, readPartyForm } from './party-form.ts';

export async function showParties(request: SignedInRequest): Promise<Response> {
  const isRemoved = request.url.searchParams.has('removed');
  return partiesPage(request, { parties: await readKeptParties(request.ask), isRemoved });
}

export function showNewParty(request: SignedInRequest): Response {
  return onePartyPage(request, { form: readPartyForm(new URLSearchParams()) });
}

/** Adds a party. One that is kept already is not replaced by mistake. */
export async function addParty(request: SignedInRequest): Promise<Response> {
  const { ask } = request;
  const form = readPartyForm(request.form);
  const { alternateId: id } = form;
  if (id === '') return onePartyPage(request, { form, failure: wrongKey('Fill the key.') });
  try {
    const before = await orFailure(readKeptParty(ask, id));
    if (!(before instanceof ApiFailure)) return onePartyPage(request, { form, failure: wrongKey('It is in use.') });
    if (before.status !== 404) throw before;
    await keepParty(ask, id, bodyOfForm(form));
    return seeOther(`${partyPage(id)}&saved=1`);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return onePartyPage(request, { form, failure: error });
  }
}

export async function showParty(request: SignedInRequest): Promise<Response> {
  const id = request.url.searchParams.get('id') ?? '';
  const isSaved = request.url.searchParams.has('saved');
  return onePartyPage(request, { id, form: formOfParty(await readKeptParty(request.ask, id)), isSaved });
}

export async function changeParty(request: SignedInRequest): Promise<Response> {
  const id = request.url.searchParams.get('id') ?? '';
  const form = readPartyForm(request.form);
  const before = await readKeptParty(request.ask, id);
  try {
    await keepParty(request.ask, id, bodyOfForm(form, before));
    return seeOther(`${partyPage(id)}&saved=1`);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return onePartyPage(request, { id, form, failure: error });
  }
}

export async function removeParty({ ask, form }: SignedInRequest): Promise<Response> {
  await forgetParty(ask, form.get('id') ?? '');
  return seeOther('/work/certificates/parties?removed=1');
}

function wrongKey(message: string): ApiFailure {
  return new ApiFailure(422, 'invalid_request', 'The party was not kept.', '', [{ path: '/alternate_id', message }]);
}
