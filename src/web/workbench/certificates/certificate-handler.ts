import { seeOther } from '../../../http/browser/see-other.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { orFailure } from '../ask/settle.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import type { Certificate, Filings, Link } from './certificate-data.ts';
import { type CertificateView, certificatePage } from './certificate-view.tsx';

const pathOf = ({ params }: SignedInRequest) => `/api/v2/entry/certificates/${params.id}` as const;
const pageOf = ({ params }: SignedInRequest) => `/work/certificates/${params.id}`;

export function showCertificate(request: SignedInRequest): Promise<Response> {
  return draw(request, {});
}

async function draw(request: SignedInRequest, more: Pick<CertificateView, 'link' | 'failure'>): Promise<Response> {
  const { ask } = request;
  const [certificate, filings] = await Promise.all([
    ask.json<Certificate>('GET', pathOf(request)),
    orFailure(ask.json<Filings>('GET', `${pathOf(request)}/filings`)),
  ]);
  return certificatePage(request, { certificate, filings, ...more });
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
  const successor = (form.get('successor_id') ?? '').trim();
  try {
    await ask.response('POST', `${pathOf(request)}/revocation`, {
      json: { reason, ...(successor && { successor_id: successor }) },
    });
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
