/** Plays the table in a browser and reports to the server of the page. */
import { playAll } from '../play-all.ts';

playAll(new URLSearchParams(location.search).get('server')!)
  .then((played) => JSON.stringify(played), String)
  .then((report) => fetch('/report', { method: 'POST', body: report }));
