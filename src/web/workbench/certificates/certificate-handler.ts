import { seeOther } from '../../../http/browser/see-other.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { orFailure } from '../ask/settle.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import type { Certificate, CertificateList, Filings, Link } from './certificate-data.ts';
import { type CertificateView, certificatePage, type Successor } from './certificate-view.tsx';

const pathOf = ({ params }: SignedInRequest) => `/api/v2/entry/certificates/${params.id}` as const;
const pageOf = ({ params }: SignedInRequest) => `/work/certificates/${params.id}`;

export function showCertificate(request: SignedInRequest): Promise<Response> {
  return draw(request, {});
}

async function draw(
  request: SignedInRequest,
  more: Pick<CertificateView, 'link' | 'failure' | 'ending'>,
): Promise<Response> {
  const { ask } = request;
  const [certificate, filings] = await Promise.all([
    ask.json<Certificate>('GET', pathOf(request)),
    orFailure(ask.json<Filings>('GET', `${pathOf(request)}/filings`)),
  ]);
  const successors = certificate.status === 'active' ? await possibleSuccessors(request, certificate) : [];
  return certificatePage(request, { certificate, filings, successors, ...more });
}

const SUCCESSORS_MAX = 100;

/** Active certificates that can replace this one: those of its product first. */
async function possibleSuccessors({ ask }: SignedInRequest, { id, product }: Certificate): Promise<Successor[]> {
  const list = (more: Record<string, string>) => {
    const query = new URLSearchParams({ status: 'active', limit: String(SUCCESSORS_MAX), ...more });
    return ask.json<CertificateList>('GET', `/api/v2/entry/certificates?${query}`);
  };
  const same = product.sku ?? product.model;
  const pages = await Promise.all([...(same ? [list({ product: same })] : []), list({})]);
  const others = new Map(pages.flatMap(({ certificates }) => certificates.map((one) => [one.id, one] as const)));
  others.delete(id);
  return [...others.values()]
    .map((one) => ({ ...one, isSameProduct: isSameProduct(one.product, product) }))
    .sort((a, b) => Number(b.isSameProduct) - Number(a.isSameProduct));
}

function isSameProduct(one: Certificate['product'], other: Certificate['product']): boolean {
  return (['sku', 'model'] as const).some((name) => one[name] !== null && one[name] === other[name]);
}

export async function downloadPdf(request: SignedInRequest): Promise<Response> {
  const answer = await request.ask.response('GET', `${pathOf(request)}/pdf`);
  return new Response(answer.body, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="certificate-${request.params.id}.pdf"`,
      'cache-control': 'no-store',
    },
  });
}

/** The record for the registry, as a file. */
export async function downloadRecord(request: SignedInRequest): Promise<Response> {
  try {
    const answer = await request.ask.response('GET', `${pathOf(request)}/registry`);
    return new Response(answer.body, {
      headers: {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="registry-${request.params.id}.json"`,
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    return orDraw(request, error);
  }
}

export async function makeLink(request: SignedInRequest): Promise<Response> {
  try {
    const link = await request.ask.json<Link>('POST', `${pathOf(request)}/links`);
    return await draw(request, { link });
  } catch (error) {
    return orDraw(request, error);
  }
}

export async function revoke(request: SignedInRequest): Promise<Response> {
  const { form, ask } = request;
  const reason = (form.get('reason') ?? '').trim();
  const successor = (form.get('other_successor') ?? '').trim() || (form.get('successor_id') ?? '').trim();
  try {
    const asked = [successor, reason].join(' ');
    // Without a reason the API says what is wrong.
    if (reason !== '' && form.get('confirmed') !== asked) {
      const ending = await endingOf(request, successor);
      // One of the same product was chosen on purpose.
      if (!ending.successor?.isSameProduct) return await draw(request, { ending: { ...ending, confirm: asked } });
    }
    await ask.response('POST', `${pathOf(request)}/revocation`, {
      json: { reason, ...(successor && { successor_id: successor }) },
    });
    return seeOther(pageOf(request));
  } catch (error) {
    return orDraw(request, error);
  }
}

/** What is asked before a certificate ends: it cannot be undone. @throws ApiFailure if there is no such successor */
async function endingOf({ ask, params }: SignedInRequest, successor: string): Promise<{ successor?: Successor }> {
  if (successor === '') return {};
  const read = (id: string) => orFailure(ask.json<Certificate>('GET', `/api/v2/entry/certificates/${id}`));
  const [one, other] = await Promise.all([
    read(params.id ?? ''),
    SUCCESSOR_ID.test(successor) ? read(successor) : undefined,
  ]);
  if (!one || one instanceof ApiFailure) throw one;
  if (!other || other instanceof ApiFailure) {
    throw new ApiFailure(422, 'invalid_request', 'No certificate of this key has this number.', '', [
      { path: '/successor_id', message: 'Choose a certificate of the list, or write its number.' },
    ]);
  }
  return { successor: { ...other, isSameProduct: isSameProduct(one.product, other.product) } };
}

const SUCCESSOR_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Lets anyone download the PDF, or ends that. */
export async function setPublicPdf(request: SignedInRequest): Promise<Response> {
  const method = request.form.get('public') === 'on' ? 'PUT' : 'DELETE';
  try {
    await request.ask.response(method, `${pathOf(request)}/public-pdf`);
    return seeOther(pageOf(request));
  } catch (error) {
    return orDraw(request, error);
  }
}

/** Sends it to the registry that the operator has configured. */
export async function file(request: SignedInRequest): Promise<Response> {
  try {
    await request.ask.response('POST', `${pathOf(request)}/filings`);
    return seeOther(pageOf(request));
  } catch (error) {
    return orDraw(request, error);
  }
}

/** The page with what was refused. */
function orDraw(request: SignedInRequest, error: unknown): Promise<Response> {
  if (!(error instanceof ApiFailure) || error.status === 404) throw error;
  return draw(request, { failure: error });
}
