import type { PageRoute } from '../page-route.ts';

const list = () => import('./list-handler.ts');
const create = () => import('./new-handler.ts');
const edit = () => import('./edit-handler.ts');
const key = () => import('./key-handler.ts');
const file = () => import('./file-handler.ts');

/** A file of 2 MB. The confirmation carries it as JSON, which is a little longer. */
const KEY_FILE_FORM_BYTES = 2_500_000;

const params = { id: /^\d+$/ };

export const KEY_ROUTES: readonly PageRoute[] = [
  { path: '/operator/keys', access: 'reader', get: async () => (await list()).listKeys },
  { path: '/operator/keys/search', access: 'reader', post: async () => (await list()).searchKeys },
  {
    path: '/operator/keys/export.csv',
    access: 'reader',
    get: async () => (await import('./export-handler.ts')).exportKeys,
  },
  {
    path: '/operator/keys/new',
    access: 'issuer',
    get: async () => (await create()).showNewKey,
    post: async () => (await create()).issueKey,
  },
  {
    path: '/operator/keys/file',
    access: 'issuer',
    fileBytesMax: KEY_FILE_FORM_BYTES,
    get: async () => (await file()).showKeyFile,
    post: async () => (await file()).checkKeyFile,
  },
  {
    path: '/operator/keys/file/confirm',
    access: 'issuer',
    fileBytesMax: KEY_FILE_FORM_BYTES,
    post: async () => (await file()).useKeyFile,
  },
  { path: '/operator/keys/:id', access: 'reader', params, get: async () => (await key()).showKey },
  {
    path: '/operator/keys/:id/edit',
    access: 'issuer',
    params,
    get: async () => (await edit()).showEdit,
    post: async () => (await edit()).editKey,
  },
  { path: '/operator/keys/:id/delegate', access: 'issuer', params, post: async () => (await key()).switchDelegate },
  { path: '/operator/keys/:id/rotate', access: 'issuer', params, post: async () => (await key()).rotateKey },
  { path: '/operator/keys/:id/revoke', access: 'issuer', params, post: async () => (await key()).revokeKey },
];
