import type { PageRoute } from '../page-route.ts';
import { beginBatch, downloadResult, removeBatch, showBatch, showBatches } from './batches-handler.ts';
import {
  downloadPdf,
  downloadRecord,
  file,
  makeLink,
  revoke,
  setPublicPdf,
  showCertificate,
} from './certificate-handler.ts';
import { showCertificates } from './list-handler.ts';
import { sendForm, showForm, showPaper } from './new-handler.ts';
import { addParty, changeParty, removeParty, showNewParty, showParties, showParty } from './parties-handler.ts';

const SHEET_BYTES_MAX = 32 * 1024 * 1024;
const params = { id: /^[0-9a-f-]{36}$/ };
const jobs = { id: /^job_[0-9A-Za-z]{24}$/ };

export const CERTIFICATE_ROUTES: readonly PageRoute[] = [
  { path: '/work/certificates', get: showCertificates },
  { path: '/work/certificates/new', get: showForm, post: sendForm },
  { path: '/work/certificates/preview', post: showPaper },
  { path: '/work/certificates/parties', get: showParties },
  { path: '/work/certificates/parties/new', get: showNewParty, post: addParty },
  { path: '/work/certificates/parties/one', get: showParty, post: changeParty },
  { path: '/work/certificates/parties/removal', post: removeParty },
  { path: '/work/certificates/batches', get: showBatches, post: beginBatch, fileBytesMax: SHEET_BYTES_MAX },
  { path: '/work/certificates/batches/:id', params: jobs, get: showBatch },
  { path: '/work/certificates/batches/:id/result', params: jobs, get: downloadResult },
  { path: '/work/certificates/batches/:id/removal', params: jobs, post: removeBatch },
  { path: '/work/certificates/:id', params, get: showCertificate },
  { path: '/work/certificates/:id/pdf', params, get: downloadPdf },
  { path: '/work/certificates/:id/registry', params, get: downloadRecord },
  { path: '/work/certificates/:id/links', params, post: makeLink },
  { path: '/work/certificates/:id/public-pdf', params, post: setPublicPdf },
  { path: '/work/certificates/:id/revocation', params, post: revoke },
  { path: '/work/certificates/:id/filings', params, post: file },
];
