import type { PageRoute } from '../page-route.ts';
import { redeliverEvent, showEvents } from './events-handler.ts';
import { showWatches } from './list-handler.ts';
import { makeWatch, showNewWatch } from './new-handler.ts';
import { editWatch, pauseWatch, removeWatch, rotateSecret, showWatch, testWatch } from './watch-handler.ts';

const WATCH = { id: /^wat_[0-9A-Za-z]{24}$/ };
const EVENT = { id: /^evt_[0-9A-Za-z]{24}$/ };

export const WATCH_ROUTES: readonly PageRoute[] = [
  { path: '/work/watches', get: showWatches },
  { path: '/work/watches/new', get: showNewWatch, post: makeWatch },
  { path: '/work/watches/:id', params: WATCH, get: showWatch, post: editWatch },
  { path: '/work/watches/:id/pause', params: WATCH, post: pauseWatch },
  { path: '/work/watches/:id/test', params: WATCH, post: testWatch },
  { path: '/work/watches/:id/secret', params: WATCH, post: rotateSecret },
  { path: '/work/watches/:id/removal', params: WATCH, post: removeWatch },
  { path: '/work/events', get: showEvents },
  { path: '/work/events/:id/redelivery', params: EVENT, post: redeliverEvent },
];
