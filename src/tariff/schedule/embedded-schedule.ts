/** The schedule inside the binary (`deploy/build-schedule.ts` makes it). Read on the first call, and a chapter unpacked when asked for. */
import { readFileSync } from 'node:fs';
import scheduleFile from '../../../data/tariff/usitc-schedule.bin' with { type: 'file' };
import { Schedule } from './schedule.ts';
import { ScheduleFile } from './schedule-file.ts';

let embedded: Schedule | undefined;

export function embeddedSchedule(): Schedule {
  embedded ??= new Schedule(new ScheduleFile(readFileSync(scheduleFile)));
  return embedded;
}
