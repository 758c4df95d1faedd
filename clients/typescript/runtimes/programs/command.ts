/** Plays the table and prints the outcomes, on runtimes with a command line. */
import { playAll } from '../play-all.ts';

playAll(process.argv[2]!).then((played) => process.stdout.write(JSON.stringify(played)));
