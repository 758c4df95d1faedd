/** @jsxImportSource preact */
import { page } from './layout.tsx';
import type { OperatorRequest } from './operator-request.ts';

/** Goes on to an address of this site by itself, so that the browser sends the cookies that a link from elsewhere leaves out. */
export function continuePage(request: OperatorRequest, address: string): Response {
  return page(request, {
    title: 'One moment',
    headers: { refresh: `0; url=${address}` },
    body: (
      <section class="card narrow">
        <h1>One moment</h1>
        <p>
          <a href={address}>Go on to the operator page</a>
        </p>
      </section>
    ),
  });
}
