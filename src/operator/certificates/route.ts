import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const CERTIFICATE_ROUTES: readonly PageRoute[] = [
  { path: '/operator/certificates', access: 'reader', get: async () => (await handler()).searchCertificates },
  {
    path: '/operator/certificates/export.csv',
    access: 'reader',
    get: async () => (await handler()).exportCertificates,
  },
  // The router allows one parameter name in this place, so this is `:id` as below. Its value ends with `.pdf`.
  {
    path: '/operator/certificates/:id',
    access: 'reader',
    params: { id: /\.pdf$/ },
    get: async () => (await handler()).openCertificate,
  },
  {
    path: '/operator/certificates/:id/revoke',
    access: 'issuer',
    post: async () => (await handler()).revokeCertificate,
  },
];
