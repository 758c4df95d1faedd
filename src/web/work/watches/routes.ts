import type { PageRoute } from '../page-route.ts';

const list = () => import('./list-handler.ts');
const make = () => import('./new-handler.ts');
const one = () => import('./watch-handler.ts');
const events = () => import('./events-handler.ts');

const WATCH = { id: /^wat_[0-9A-Za-z]{24}$/ };
const EVENT = { id: /^evt_[0-9A-Za-z]{24}$/ };

export const WATCH_ROUTES: readonly PageRoute[] = [
  { path: '/work/watches', get: async () => (await list()).showWatches },
  {
    path: '/work/watches/new',
    get: async () => (await make()).showNewWatch,
    post: async () => (await make()).makeWatch,
  },
  {
    path: '/work/watches/:id',
    params: WATCH,
    get: async () => (await one()).showWatch,
    post: async () => (await one()).editWatch,
  },
  { path: '/work/watches/:id/pause', params: WATCH, post: async () => (await one()).pauseWatch },
  { path: '/work/watches/:id/test', params: WATCH, post: async () => (await one()).testWatch },
  { path: '/work/watches/:id/secret', params: WATCH, post: async () => (await one()).rotateSecret },
  { path: '/work/watches/:id/removal', params: WATCH, post: async () => (await one()).removeWatch },
  { path: '/work/events', get: async () => (await events()).showEvents },
  { path: '/work/events/:id/redelivery', params: EVENT, post: async () => (await events()).redeliverEvent },
];
