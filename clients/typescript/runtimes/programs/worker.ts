/** Plays the table when it is asked to, on workerd. */
import { playAll } from '../play-all.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await playAll(new URL(request.url).searchParams.get('server')!));
  },
};
