import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const CERTIFICATE_ROUTES: readonly PageRoute[] = [
  { path: '/operator/certificates', get: async () => (await handler()).searchCertificates },
  // The router takes one name for a parameter in one place, so this one is `:id` too, with `.pdf` behind the identifier.
  {
    path: '/operator/certificates/:id',
    params: { id: /\.pdf$/ },
    get: async () => (await handler()).openCertificate,
  },
  { path: '/operator/certificates/:id/revoke', post: async () => (await handler()).revokeCertificate },
];
