/** `portside tariff duties`: which Section 232 duty is owed on goods of one number. */
import type { Command } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { newYorkDate } from '../domain/clock.ts';
import { countryAdvice, readCountry } from '../domain/country-names.ts';
import { readShare } from '../domain/share.ts';
import {
  type DutyAnswer,
  type DutyItem,
  type DutyRefusal,
  type FactValue,
  isRefusal,
} from '../tariff/duties/answer.ts';
import { dutiesOf } from '../tariff/duties/answer-duties.ts';
import { factVocabulary } from '../tariff/duties/vocabulary.ts';
import type { TariffStore } from '../tariff/tariff-store.ts';
import { CommandError, type UsageError, wrongValue } from './command-error.ts';
import { type CsvColumns, type FormatOptions, printResult, withFormatOptions } from './csv-output.ts';
import { formatDuties } from './duties-text.ts';
import { type CommonOptions, withDataDirOption } from './options.ts';
import { terminalOptions } from './terminal.ts';

const COLUMNS: CsvColumns<DutyAnswer> = {
  code: ({ code }) => code,
  origin: ({ origin }) => origin,
  entry_date: ({ entry_date }) => entry_date,
  settled: ({ settled }) => settled,
  headings: ({ declare }) => declare?.map(({ heading }) => heading ?? 'not read').join(' '),
  rates: ({ declare }) =>
    declare?.map(({ rate, rate_kind }) => (rate === null ? rate_kind : `${rate} ${rate_kind}`)).join('; '),
  amount: ({ duty }) => duty?.amount,
  missing_facts: ({ missing_facts }) => missing_facts.map(({ fact }) => fact).join(' '),
  open_questions: ({ open_questions }) => open_questions.map(({ id }) => id).join('; '),
  unsettled_law: ({ unsettled_law }) => unsettled_law,
  law_read_to: ({ law_read_to }) => law_read_to,
};

interface DutiesOptions extends CommonOptions, FormatOptions {
  origin?: string;
  date?: string;
  value?: string;
  fact: string[];
  all?: boolean;
}

type WithLists = (options: CommonOptions, work: (store: TariffStore) => Promise<void>) => Promise<void>;

const ORIGIN = '--origin <country>';
const DATE = '--date <date>';
const VALUE = '--value <dollars>';
const FACT = '--fact <name=value>';

export function addDutiesCommand(tariff: Command, withLists: WithLists): void {
  const duties = withDataDirOption(
    tariff.command('duties').description('say which Section 232 duty is owed, and what is still to find out'),
  )
    .argument('<code>', 'an HTS code')
    .option(ORIGIN, 'country of origin: its name, or two letters')
    .option(DATE, 'entry date, from 2025-03-12 (default: today in New York)')
    .option(VALUE, 'customs value; short for --fact value=<dollars>')
    .option(FACT, 'what is known of the goods; may be repeated', (one: string, all: string[]) => [...all, one], [])
    .option('--all', 'also show alternatives, all questions, what is displaced, listed and announced');
  withFormatOptions(duties).action((code: string, options: DutiesOptions) =>
    withLists(options, async (store) => {
      const item = itemOf(code, options);
      const data = await store.load();
      const result = dutiesOf({ data, today: newYorkDate(clock.now()) })(item);
      if (isRefusal(result)) throw refusalOf(result, code, options);
      await printResult(options, {
        rows: [result],
        columns: COLUMNS,
        json: result,
        table: () => formatDuties(result, { ...terminalOptions(), all: options.all === true }),
      });
    }),
  );
}

function itemOf(code: string, { origin, date, value, fact }: DutiesOptions): DutyItem {
  const facts: Record<string, FactValue> = Object.create(null);
  for (const text of fact) {
    const at = text.indexOf('=');
    if (at < 1)
      throw wrongValue(
        `option '${FACT}'`,
        text,
        `Use a name and a value, such as metal_weight_share=0.4. ${namesAdvice()}`,
      );
    const name = text.slice(0, at);
    if (Object.hasOwn(facts, name)) throw wrongValue(`option '${FACT}'`, text, `The fact ${name} is given twice.`);
    facts[name] = factValue(name, text.slice(at + 1));
  }
  if (value !== undefined) facts.value = numberOf(value);
  const country = origin === undefined ? undefined : readCountry(origin);
  if (country === null) throw wrongValue(`option '${ORIGIN}'`, origin!, countryAdvice(origin!));
  return {
    code,
    facts,
    ...(country !== undefined && { origin: country }),
    ...(date !== undefined && { entry_date: date }),
  };
}

/** The value as the type of its fact wants it. What does not fit is passed on, and refused with the rest. */
function factValue(name: string, text: string): FactValue {
  const type = factVocabulary().get(name)?.type;
  if (type === 'boolean')
    return text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : text;
  if (type === 'share') return readShare(text) ?? text;
  if (type === 'percent') return numberOf(text.endsWith('%') ? text.slice(0, -1).trim() : text);
  if (type === 'list') return text === '' || text === 'none' ? [] : text.split(',');
  return type === undefined || type === 'choice' || type === 'country' ? text : numberOf(text);
}

/** A plain decimal number, or the text itself: `0x19` and `1e2` are refused like words. */
function numberOf(text: string): FactValue {
  const isPlain = text !== '' && text.length <= 20 && [...text].every((sign) => '0123456789.'.includes(sign));
  return isPlain && Number.isFinite(Number(text)) ? Number(text) : text;
}

function namesAdvice(): string {
  return `The facts: ${[...factVocabulary().keys()].filter((name) => name !== 'origin').join(', ')}.`;
}

function refusalOf({ refused }: DutyRefusal, code: string, options: DutiesOptions): CommandError | UsageError {
  const { path, message } = refused[0]!;
  if (path === '/code') return new CommandError('The code is not the number of a product.');
  if (path === '/entry_date') return wrongValue(`option '${DATE}'`, options.date ?? code, `It ${message}.`);
  const name = path.slice('/facts/'.length);
  if (name === 'value' && options.value !== undefined)
    return wrongValue(`option '${VALUE}'`, options.value, `It ${message}.`);
  const given = options.fact.find((text) => text.startsWith(`${name}=`)) ?? name;
  const advice = factVocabulary().has(name) ? '' : ` ${namesAdvice()}`;
  return wrongValue(`option '${FACT}'`, given, `${name} ${message}.${advice}`);
}
