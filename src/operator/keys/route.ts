import type { PageRoute } from '../page-route.ts';
import { editKey, showEdit } from './edit-handler.ts';
import { exportKeys } from './export-handler.ts';
import { checkKeyFile, showKeyFile, useKeyFile } from './file-handler.ts';
import { revokeKey, rotateKey, showKey, switchDelegate } from './key-handler.ts';
import { listKeys, searchKeys } from './list-handler.ts';
import { issueKey, showNewKey } from './new-handler.ts';

/** A file of 2 MB. The confirmation carries it as JSON, which is a little longer. */
const KEY_FILE_FORM_BYTES = 2_500_000;

const params = { id: /^\d+$/ };

export const KEY_ROUTES: readonly PageRoute[] = [
  { path: '/operator/keys', access: 'reader', get: listKeys },
  { path: '/operator/keys/search', access: 'reader', post: searchKeys },
  { path: '/operator/keys/export.csv', access: 'reader', get: exportKeys },
  { path: '/operator/keys/new', access: 'issuer', get: showNewKey, post: issueKey },
  {
    path: '/operator/keys/file',
    access: 'issuer',
    fileBytesMax: KEY_FILE_FORM_BYTES,
    get: showKeyFile,
    post: checkKeyFile,
  },
  { path: '/operator/keys/file/confirm', access: 'issuer', fileBytesMax: KEY_FILE_FORM_BYTES, post: useKeyFile },
  { path: '/operator/keys/:id', access: 'reader', params, get: showKey },
  { path: '/operator/keys/:id/edit', access: 'issuer', params, get: showEdit, post: editKey },
  { path: '/operator/keys/:id/delegate', access: 'issuer', params, post: switchDelegate },
  { path: '/operator/keys/:id/rotate', access: 'issuer', params, post: rotateKey },
  { path: '/operator/keys/:id/revoke', access: 'issuer', params, post: revokeKey },
];
