/** What a worker process needs to know of data that is not embedded: the imported lists and the imported schedule. */
import { sha256Hex } from '../../domain/sha256.ts';
import { embeddedTariff } from '../embedded.ts';
import { lawReadTo } from '../law/law-read.ts';
import { parseList } from '../parse-list.ts';
import { Schedule } from '../schedule/schedule.ts';
import { ScheduleFile } from '../schedule/schedule-file.ts';
import { serializeList } from '../serialize-list.ts';
import { type TariffData, withList, withSchedule } from '../tariff-data.ts';

export interface PackedData {
  /** Differs if the attachments do. */
  key: string;
  /** The lists that are not embedded, as a JSON array, and the packed schedule; empty if there are none. */
  attachments: readonly [Uint8Array, Uint8Array];
}

const packed = new WeakMap<TariffData, PackedData>();

/** Packed once for each state of the data. */
export function packData(data: TariffData): PackedData {
  let known = packed.get(data);
  if (!known) {
    const embedded = embeddedTariff();
    const lists = data.lists.filter((list) => !embedded.lists.includes(list)).map(serializeList);
    const attachments = [
      lists.length > 0 ? Buffer.from(JSON.stringify(lists)) : new Uint8Array(),
      data.schedule === embedded.schedule ? new Uint8Array() : data.schedule.file.bytes,
    ] as const;
    known = { key: sha256Hex(Buffer.concat(attachments)), attachments };
    packed.set(data, known);
  }
  return known;
}

export function unpackData([lists, schedule]: readonly Uint8Array[]): TariffData {
  let data = embeddedTariff();
  const texts = lists!.length > 0 ? (JSON.parse(new TextDecoder().decode(lists)) as string[]) : [];
  for (const text of texts) data = withList(data, parseList(text, data.articles));
  return schedule!.length > 0 ? withSchedule(data, new Schedule(new ScheduleFile(schedule!))) : data;
}

/** What an answer depends on besides the line: the lists, the schedule and how far the law was read. */
export function versionsOf({ lists, schedule, law }: TariffData): Record<string, string> {
  return {
    ...Object.fromEntries(lists.map(({ list_id, version }) => [list_id, version])),
    schedule: schedule.edition.revision,
    newest_release: law.newest_release.name,
  };
}

/** What the answers of an audit rest on. */
export interface AuditLaw {
  /** The last day whose law was read. */
  law_read_to: string;
  versions: Record<string, string>;
}

export function lawOf(data: TariffData): AuditLaw {
  return { law_read_to: lawReadTo(data), versions: versionsOf(data) };
}
