/** The schedule inside the binary (`deploy/build-schedule.ts` makes it). Read on the first call, and a chapter unpacked when asked for. */
import { readFileSync } from 'node:fs';
import scheduleFile from '../../data/tariff/usitc-schedule.bin' with { type: 'file' };
import { ScheduleFile } from './schedule-file.ts';

let embedded: ScheduleFile | undefined;

export function embeddedSchedule(): ScheduleFile {
  embedded ??= new ScheduleFile(readFileSync(scheduleFile));
  return embedded;
}
