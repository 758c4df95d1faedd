/**
 * The words by which sheets call their columns, in the languages of people who export to the United States. A header is compared as
 * lower-case words without accents; Chinese, Japanese, Korean and Russian words may be anywhere in it.
 */

import { namesOtherCurrency } from './currency.ts';

export type ColumnRole = 'code' | 'origin' | 'date' | 'value';

/** By role: groups of names, the most certain first. Of two columns the one of an earlier group is meant. */
const NAMES: Record<ColumnRole, readonly string[]> = {
  code: [
    'htsus|htsus code|htsus number|htsus no|htsus classification|hts us|us hts|us hts code|usa hts|us hs code|us tariff code|us tariff number',
    'hts|hts code|hts codes|hts number|hts no|hts10|hts 10|hts classification|hts8|hts subheading|harmonized tariff schedule|harmonized tariff code|harmonized tariff number|htscode|htsnumber|htsno',
    'hs|hs code|hs codes|hs number|hs no|hs tariff|hscode|hs6|hs classification|hs tariff code|harmonized code|harmonised code|harmonized system code|harmonised system code|harmonized number|tariff|tariff code|tariff codes|tariff number|tariff no|tariff item|tariff classification|tariff heading|tariff line|customs code|customs tariff|customs tariff number|customs tariff code|customs number|customs classification|commodity code|commodity number|classification code|import code|' +
      'zolltarifnummer|zolltarifnr|zolltarif nr|zolltarif|zolltarifposition|statistische warennummer|warennummer|warentarifnummer|zollnummer|hs nummer|tarifnummer|tarif nr|warencode|hs kode|' +
      'code sh|code hs|sh|code tarifaire|code douanier|code douane|position tarifaire|numero tarifaire|nomenclature douaniere|nomenclature|classement tarifaire|' +
      'partida arancelaria|partida|fraccion arancelaria|fraccion|codigo arancelario|codigo hs|codigo sa|arancel|posicion arancelaria|subpartida arancelaria|clasificacion arancelaria|nico|' +
      'codigo ncm|ncm|classificacao fiscal|codigo aduaneiro|posicao pautal|pauta aduaneira|codice doganale|codice hs|voce doganale|nomenclatura combinata|codice tariffario|goederencode|tariefcode|hs goederencode|kod hs|kod cn|kod taryfy|kod taryfy celnej|kod celny|celni kod|kod nomenklatury|sazebni kod|gtip|gtip no|gtip kodu|tarife|vamtarifaszam|ma hs|ma so hs',
    '海关编码|海关商品编码|商品编码|hs编码|hts编码|税则号|税则号列|税号|税號|海關編碼|稅則號|稅號|商品編碼|关税代码|hsコード|税番|税則番号|統計品目番号|세번|세번부호|hs부호|hs코드|관세코드|тн вэд|тнвэд|код тн|таможенный код',
  ],
  origin: [
    'country of origin|origin|origin country|country of manufacture|coo|made in|manufacturing country|origin code|country origin|country of origin code|iso country of origin|co|' +
      'ursprungsland|ursprung|herkunftsland|pays d origine|pays origine|origine|pais de origen|origen|pais origen|pais de origem|origem|paese di origine|paese origine|paese d origine|land van oorsprong|oorsprong|kraj pochodzenia|mensei|mensei ulke|xuat xu',
    '原产国|原产地|原產國|原產地|原産国|原産地|원산지|страна происхождения',
    'country|country code|land|pays|pais|paese',
  ],
  date: [
    'entry date|entry dt|date of entry|date entered|us entry date|import date|date of import|importation date|date of importation|einfuhrdatum|importdatum|date d importation|date d entree|fecha de importacion|fecha de entrada|fecha de pedimento|data de importacao|data di importazione|invoerdatum|data importu',
    '进口日期|入境日期|報關日期|报关日期|輸入日|수입일|дата ввоза',
    'entry summary date',
    'estimated entry date|expected entry date|planned entry date',
  ],
  value: [
    'customs value|entered value|entry value|dutiable value|declared value|customs value usd|entered value usd|value usd|value us$|value $|total value usd|line value usd|zollwert|valeur en douane|valor en aduana|valor aduaneiro|valore doganale|douanewaarde|wartosc celna',
    '完税价格|海关价值|课税价格|관세가격|таможенная стоимость',
    'value|total value|line value|extended value|invoice value|amount|total amount|line amount|extended price|total usd|amount usd|warenwert|gesamtwert|valeur|valeur totale|valor|valor total|valore|wert',
    '总价|金额|總價|金額',
  ],
};

const CURRENCY_NAMES = new Set(
  'currency|curr|cur|ccy|currency code|invoice currency|value currency|wahrung|wahrungscode|moneda|divisa|devise|valuta|moeda|waluta|mena|para birimi'.split(
    '|',
  ),
);
const CURRENCY_PARTS = /币种|货币|幣別|貨幣|通貨|통화|валюта/;

/** A column that says in which currency the values of the lines are. */
export function namesCurrency(header: string): boolean {
  return header.length <= 120 && (CURRENCY_NAMES.has(wordsOf(header)) || CURRENCY_PARTS.test(header));
}

const groups = new Map<ColumnRole, { words: Set<string>; parts: string[] }[]>();

/**
 * How well a header names a column: 0 is the most certain, undefined if it names another.
 */
export function headerRank(header: string, role: ColumnRole): number | undefined {
  if (header.length > 120) return undefined;
  if (role === 'value' && namesOtherCurrency(header)) return undefined;
  const name = wordsOf(header);
  if (name === '') return undefined;
  const rank = groupsOf(role).findIndex(({ words, parts }) => {
    return words.has(name) || parts.some((part) => name.includes(part));
  });
  return rank === -1 ? undefined : rank;
}

/** `HTS_Code (US)` is `hts code us`, and `HTSCode` is `hts code`. */
function wordsOf(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]+/gu, ' ')
    .trim();
}

function groupsOf(role: ColumnRole): { words: Set<string>; parts: string[] }[] {
  let known = groups.get(role);
  if (!known) {
    known = NAMES[role].map((names) => {
      const all = names.split('|');
      const isLatin = (name: string) => /^[a-z0-9$ ]+$/.test(name);
      return { words: new Set(all.filter(isLatin)), parts: all.filter((name) => !isLatin(name)).map(wordsOf) };
    });
    groups.set(role, known);
  }
  return known;
}

/** A column of days, whatever they are the days of. */
const SOME_DATE = /(?:^| )(?:date|dates|dt|fecha|fechas|data d[aeio])(?: |$)|datum|дата|日期|날짜/;

export function namesSomeDate(header: string): boolean {
  return header.length <= 120 && SOME_DATE.test(wordsOf(header));
}

/** Words that are around the name of a column and do not change it. */
const AROUND = new Set([
  'code',
  'no',
  'number',
  'nr',
  'us',
  'usa',
  'import',
  'item',
  'part',
  'product',
  'full',
  '10',
  '8',
  '6',
  'digit',
  'digits',
  'primary',
  'the',
  'of',
  'your',
  'our',
  'num',
  'id',
]);
/** `Country of origin (ISO 2)`. Of tariff numbers a 2 says that there is another column. */
const AROUND_ORIGIN = new Set(['iso', '2']);
/** `Entry date (MM/DD/YYYY)` */
const DATE_FORMAT = /^(?:d{1,2}|m{1,3}|y{2,4}|[dmy]{6,8}|format)$/;

/** A longer header that has a name in it, such as `Part HTS code (10 digits)`. It counts less than the name alone. */
export function containsName(header: string, role: ColumnRole): boolean {
  if (header.length > 120 || (role === 'value' && namesOtherCurrency(header))) return false;
  const words = wordsOf(header)
    .split(' ')
    .filter((word) => !AROUND.has(word))
    .filter((word) => !(role === 'origin' ? AROUND_ORIGIN.has(word) : role === 'date' && DATE_FORMAT.test(word)));
  return words.length > 0 && groupsOf(role).some((group) => group.words.has(words.join(' ')));
}

/** Groups of `NAMES.code` that mean numbers of the United States. */
const US_RANKS = 2;
/** A column of these is not asked for where there is a present one. */
const FORMER = /(?:^| )(?:old|previous|prior|former)(?: |$)/;

/**
 * Which tariff numbers the words of a header say are below it, wherever they stand in it: `Secondary HTS` is `us`, `HS code of China`
 * is `world`. Undefined if they say none, or former ones.
 */
export function tariffNumbersOf(header: string): 'us' | 'world' | undefined {
  if (header.length > 120) return undefined;
  const name = wordsOf(header);
  if (FORMER.test(name)) return undefined;
  const rank = groupsOf('code').findIndex(({ words, parts }) => {
    return parts.some((part) => name.includes(part)) || [...words].some((word) => ` ${name} `.includes(` ${word} `));
  });
  return rank === -1 ? undefined : rank < US_RANKS ? 'us' : 'world';
}
