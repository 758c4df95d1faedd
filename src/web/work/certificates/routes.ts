import type { PageRoute } from '../page-route.ts';

const list = () => import('./list-handler.ts');
const form = () => import('./new-handler.ts');
const certificate = () => import('./certificate-handler.ts');
const parties = () => import('./parties-handler.ts');
const batches = () => import('./batches-handler.ts');

const SHEET_BYTES_MAX = 32 * 1024 * 1024;
const params = { id: /^[0-9a-f-]{36}$/ };
const jobs = { id: /^job_[0-9A-Za-z]{24}$/ };

export const CERTIFICATE_ROUTES: readonly PageRoute[] = [
  { path: '/work/certificates', get: async () => (await list()).showCertificates },
  {
    path: '/work/certificates/new',
    get: async () => (await form()).showForm,
    post: async () => (await form()).sendForm,
  },
  { path: '/work/certificates/preview', post: async () => (await form()).showPaper },
  { path: '/work/certificates/parties', get: async () => (await parties()).showParties },
  {
    path: '/work/certificates/parties/new',
    get: async () => (await parties()).showNewParty,
    post: async () => (await parties()).addParty,
  },
  {
    path: '/work/certificates/parties/one',
    get: async () => (await parties()).showParty,
    post: async () => (await parties()).changeParty,
  },
  { path: '/work/certificates/parties/removal', post: async () => (await parties()).removeParty },
  {
    path: '/work/certificates/batches',
    get: async () => (await batches()).showBatches,
    post: async () => (await batches()).beginBatch,
    fileBytesMax: SHEET_BYTES_MAX,
  },
  { path: '/work/certificates/batches/:id', params: jobs, get: async () => (await batches()).showBatch },
  { path: '/work/certificates/batches/:id/result', params: jobs, get: async () => (await batches()).downloadResult },
  { path: '/work/certificates/batches/:id/removal', params: jobs, post: async () => (await batches()).removeBatch },
  { path: '/work/certificates/:id', params, get: async () => (await certificate()).showCertificate },
  { path: '/work/certificates/:id/pdf', params, get: async () => (await certificate()).downloadPdf },
  { path: '/work/certificates/:id/registry', params, get: async () => (await certificate()).downloadRecord },
  { path: '/work/certificates/:id/links', params, post: async () => (await certificate()).makeLink },
  { path: '/work/certificates/:id/revocation', params, post: async () => (await certificate()).revoke },
  { path: '/work/certificates/:id/filings', params, post: async () => (await certificate()).file },
];
