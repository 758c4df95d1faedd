/** @jsxImportSource preact */
import { Heading } from '../shell/elements.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../work-request.ts';

export function homePage(request: SignedInRequest): Response {
  return page(request, {
    title: 'Workbench',
    section: 'home',
    body: <Heading title="Workbench" lead="Tariff audits, store checks, certificates and watches of your key." />,
  });
}
