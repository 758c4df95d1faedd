/** Countries as people write them: a code of ISO 3166-1, or a name that means one country. The same for sheets, commands and forms. */
import { COUNTRY_CODES, isCountryCode } from './countries.ts';
import { editDistance } from './edit-distance.ts';

/** Languages in which sheets name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'zh', 'ja', 'ko'];

/** What people write besides the names of ISO. Three letters are the codes of ISO 3166-1 alpha-3 of the largest suppliers. */
const OTHER_NAMES = new Map<string, string>(
  Object.entries({
    'united states of america': 'US',
    'u.s.': 'US',
    'u.s.a.': 'US',
    america: 'US',
    uk: 'GB',
    'u.k.': 'GB',
    'great britain': 'GB',
    england: 'GB',
    prc: 'CN',
    'p.r. china': 'CN',
    'pr china': 'CN',
    "people's republic of china": 'CN',
    'china mainland': 'CN',
    'mainland china': 'CN',
    'hong kong': 'HK',
    macau: 'MO',
    'south korea': 'KR',
    'republic of korea': 'KR',
    'korea, republic of': 'KR',
    'taiwan, province of china': 'TW',
    'viet nam': 'VN',
    russia: 'RU',
    'russian federation': 'RU',
    'czech republic': 'CZ',
    holland: 'NL',
    'the netherlands': 'NL',
    turkey: 'TR',
    turkiye: 'TR',
    brasil: 'BR',
    scotland: 'GB',
    wales: 'GB',
    'northern ireland': 'GB',
    britain: 'GB',
    'republic of ireland': 'IE',
    'the philippines': 'PH',
    uae: 'AE',
    'u.a.e.': 'AE',
    emirates: 'AE',
    ksa: 'SA',
    rsa: 'ZA',
    burma: 'MM',
    'ivory coast': 'CI',
    'cape verde': 'CV',
    swaziland: 'SZ',
    macedonia: 'MK',
    'east timor': 'TL',
    'north korea': 'KP',
    dprk: 'KP',
    rok: 'KR',
    'republic of china': 'TW',
    roc: 'TW',
    'chinese taipei': 'TW',
    'p.r.c.': 'CN',
    'p. r. china': 'CN',
    'p.r.china': 'CN',
    'people’s republic of china': 'CN',
    'the people’s republic of china': 'CN',
  }),
);

/** What is written as an origin, and is not one country. */
const NOT_ONE = new Map<string, string>(
  Object.entries({
    eu: 'The European Union is not one country. Say which member, such as DE.',
    'european union': 'The European Union is not one country. Say which member, such as DE.',
    europe: 'Europe is not one country. Say which, such as DE.',
    asia: 'Asia is not one country. Say which, such as CN.',
    africa: 'Africa is not one country. Say which, such as ZA.',
    korea: 'Say South Korea (KR) or North Korea (KP).',
    congo: 'Say Congo - Brazzaville (CG) or Congo - Kinshasa (CD).',
  }),
);

const ALPHA_3 = `
  CHN=CN USA=US MEX=MX CAN=CA JPN=JP KOR=KR TWN=TW VNM=VN IND=IN GBR=GB DEU=DE FRA=FR ITA=IT ESP=ES NLD=NL BEL=BE AUT=AT CHE=CH
  SWE=SE NOR=NO FIN=FI DNK=DK IRL=IE PRT=PT POL=PL CZE=CZ SVK=SK HUN=HU ROU=RO BGR=BG SVN=SI HRV=HR GRC=GR TUR=TR UKR=UA RUS=RU
  BRA=BR ARG=AR CHL=CL COL=CO PER=PE THA=TH MYS=MY IDN=ID PHL=PH SGP=SG HKG=HK AUS=AU NZL=NZ ZAF=ZA EGY=EG ISR=IL SAU=SA ARE=AE
  QAT=QA BHR=BH OMN=OM PAK=PK BGD=BD LKA=LK KHM=KH EST=EE LVA=LV LTU=LT LUX=LU ISL=IS
`;

const LENGTH_MAX = 60;
/** In error messages. */
const SHOWN_MAX = 40;

let names: ReadonlyMap<string, string> | undefined;

function allNames(): ReadonlyMap<string, string> {
  names ??= countryNames();
  return names;
}

/** @returns the two letters, or null if the text does not mean one country */
export function readCountry(text: string): string | null {
  const name = plain(text);
  if (name.length > LENGTH_MAX) return null;
  return known(name) ?? inTwoWays(name);
}

function known(name: string): string | null {
  const capitals = name.toUpperCase();
  return isCountryCode(capitals) ? capitals : (allNames().get(folded(name)) ?? null);
}

/** `China (CN)`, `CN - China`, `DE Germany`: a code and a name, if both mean the same. */
function inTwoWays(name: string): string | null {
  const bare = withoutSigns(name);
  const before = { code: bare.slice(0, 2), sign: bare[2], rest: bare.slice(2) };
  const behind = { code: bare.slice(-2), sign: bare.at(-3), rest: bare.slice(0, -2) };
  for (const { code, sign, rest } of [before, behind]) {
    if (sign === undefined || !SIGNS.includes(sign)) continue;
    const same = known(code);
    if (same !== null && same === known(withoutSigns(rest))) return same;
  }
  return null;
}

const SIGNS = ' -\u2013:/,()[]';

function withoutSigns(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SIGNS.includes(text[from]!)) from++;
  while (to > from && SIGNS.includes(text[to - 1]!)) to--;
  return text.slice(from, to);
}

/** The English name of a country: `Germany` for `DE`. */
export function countryName(code: string): string {
  return english().of(code) ?? code;
}

/** `Germany (DE)` */
export function countryLabel(code: string): string {
  return `${countryName(code)} (${code})`;
}

/** What to do about a text that means no country, or several: a sentence or two. */
export function countryAdvice(text: string): string {
  const name = folded(plain(text).slice(0, LENGTH_MAX));
  const reason = NOT_ONE.get(name);
  if (reason !== undefined) return reason;
  const code = nearestCountry(name);
  const advice =
    code === undefined ? 'Use its name, or its two letters, such as DE.' : `Did you mean ${countryLabel(code)}?`;
  return `"${plain(text).slice(0, SHOWN_MAX)}" is not a country. ${advice}`;
}

function nearestCountry(name: string): string | undefined {
  if (name.length < 4) return undefined;
  const allowed = name.length < 7 ? 1 : 2;
  const near = COUNTRY_CODES.map((code) => ({ code, distance: editDistance(name, folded(countryName(code))) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.code;
}

let displayed: Intl.DisplayNames | undefined;

function english(): Intl.DisplayNames {
  displayed ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return displayed;
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ');
}

/** Without case and accents: `Türkiye` is written `Turkiye`. */
function folded(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/** A name that means different countries in two languages would mean none. */
function countryNames(): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, code: string) => {
    const key = folded(name);
    const other = found.get(key);
    found.set(key, other === undefined || other === code ? code : '');
  };
  for (const language of LANGUAGES) {
    const displayed = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of COUNTRY_CODES) {
      const name = displayed.of(code);
      // `inTwoWays` asks for the name without its last bracket: “Myanmar (Burma)”.
      for (const written of new Set(name === undefined ? [] : [name, withoutSigns(name)])) add(written, code);
    }
  }
  for (const [name, code] of OTHER_NAMES) found.set(name, code);
  for (const pair of ALPHA_3.trim().split(/\s+/)) found.set(pair.slice(0, 3).toLowerCase(), pair.slice(4));
  for (const [name, code] of found) if (code === '') found.delete(name);
  return found;
}
