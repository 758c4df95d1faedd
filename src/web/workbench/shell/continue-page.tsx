/** @jsxImportSource preact */
import type { WorkbenchRequest } from '../workbench-request.ts';
import { page } from './layout.tsx';

/** Goes on to an address of this site by itself, so that the browser sends the cookies that a link from elsewhere leaves out. */
export function continuePage(request: WorkbenchRequest, address: string): Response {
  return page(request, {
    title: 'One moment',
    headers: { refresh: `0; url=${address}` },
    body: (
      <section class="card narrow">
        <h1>One moment</h1>
        <p>
          <a href={address}>Go on to the workbench</a>
        </p>
      </section>
    ),
  });
}
