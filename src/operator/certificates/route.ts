import type { PageRoute } from '../page-route.ts';
import { exportCertificates, openCertificate, revokeCertificate, searchCertificates } from './handler.ts';

export const CERTIFICATE_ROUTES: readonly PageRoute[] = [
  { path: '/operator/certificates', access: 'reader', get: searchCertificates },
  { path: '/operator/certificates/export.csv', access: 'reader', get: exportCertificates },
  // The router allows one parameter name in this place, so this is `:id` as below. Its value ends with `.pdf`.
  { path: '/operator/certificates/:id', access: 'reader', params: { id: /\.pdf$/ }, get: openCertificate },
  { path: '/operator/certificates/:id/revoke', access: 'issuer', post: revokeCertificate },
];
