/** @jsxImportSource preact */
/** What a visitor sees of a refusal: a page, or in a page of htmx a notice above what is there, which stays. */
import type { PageError } from '../../../http/browser/page-error.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { HOME } from '../session/next-page.ts';
import type { WorkbenchRequest } from '../workbench-request.ts';
import { Details, Notice, RequestId } from './elements.tsx';
import { waitText } from './format.ts';
import { fragment, page } from './layout.tsx';

export const SIGNED_OUT = 'You are signed out';

export function failurePage(request: WorkbenchRequest, failure: PageError | ApiFailure): Response {
  const { status } = failure;
  const headers = headersOf(failure);
  if (request.isFragment) {
    return fragment(<FailureNotice request={request} failure={failure} />, {
      status,
      headers: { ...headers, 'hx-retarget': '#problem', 'hx-reswap': 'innerHTML show:#problem:top' },
    });
  }
  const title = titleOf(failure);
  return page(request, {
    title,
    status,
    headers,
    isError: true,
    body: (
      <section class="card narrow">
        <p class="quiet">Error {status}</p>
        <h1>{title}</h1>
        <FailureText request={request} failure={failure} />
        {!linkOf(failure) && (
          <p>
            <a href={HOME}>Go to the first page</a>
          </p>
        )}
      </section>
    ),
  });
}

/** For a page that shows a refusal beside what it refuses. */
export function FailureNotice({ request, failure }: { request: WorkbenchRequest; failure: PageError | ApiFailure }) {
  return (
    <Notice tone="bad">
      <strong>{titleOf(failure)}</strong>
      <FailureText request={request} failure={failure} />
    </Notice>
  );
}

/** The message as it was written, what is wrong with each field, when trying again helps, and under which id it was logged. */
function FailureText({ request, failure }: { request: WorkbenchRequest; failure: PageError | ApiFailure }) {
  const link = linkOf(failure);
  const isApi = failure instanceof ApiFailure;
  return (
    <>
      <p>{failure.message}</p>
      {isApi && <Details details={failure.details} />}
      {isApi && failure.retryAfterS !== undefined && <p>Try again in {waitText(failure.retryAfterS)}.</p>}
      {link && (
        <p>
          <a href={link.address}>{link.text}</a>
        </p>
      )}
      {failure.status !== 401 && failure.status !== 404 && <RequestId id={isApi ? failure.requestId : request.id} />}
    </>
  );
}

const TITLES: Record<number, string> = {
  403: 'Not allowed',
  404: 'Not found',
  409: 'In conflict',
  413: 'Too large',
  422: 'Something in this request is wrong',
  429: 'A limit is reached',
  503: 'Not possible right now',
};

function titleOf(failure: PageError | ApiFailure): string {
  if (!(failure instanceof ApiFailure)) return failure.title;
  return TITLES[failure.status] ?? (failure.status >= 500 ? 'Something failed' : 'Refused');
}

function linkOf(failure: PageError | ApiFailure) {
  return failure instanceof ApiFailure ? undefined : failure.link;
}

/** Also for a page that shows a refusal by itself. */
export function headersOf(failure: PageError | ApiFailure): Record<string, string> {
  if (!(failure instanceof ApiFailure)) return failure.headers;
  return failure.retryAfterS === undefined ? {} : { 'retry-after': String(failure.retryAfterS) };
}
