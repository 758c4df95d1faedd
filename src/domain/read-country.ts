/** Countries as people write them: a code of ISO 3166-1, or a name in one of several languages that means one country. */
import { COUNTRY_CODES, isCountryCode } from './countries.ts';

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
    'the people’s republic of china': 'CN',
    'people’s republic of china': 'CN',
    'p.r.c.': 'CN',
    'p. r. china': 'CN',
    'p.r.china': 'CN',
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
    brasil: 'BR',
  }),
);

const ALPHA_3 = `
  CHN=CN USA=US MEX=MX CAN=CA JPN=JP KOR=KR TWN=TW VNM=VN IND=IN GBR=GB DEU=DE FRA=FR ITA=IT ESP=ES NLD=NL BEL=BE AUT=AT CHE=CH
  SWE=SE NOR=NO FIN=FI DNK=DK IRL=IE PRT=PT POL=PL CZE=CZ SVK=SK HUN=HU ROU=RO BGR=BG SVN=SI HRV=HR GRC=GR TUR=TR UKR=UA RUS=RU
  BRA=BR ARG=AR CHL=CL COL=CO PER=PE THA=TH MYS=MY IDN=ID PHL=PH SGP=SG HKG=HK AUS=AU NZL=NZ ZAF=ZA EGY=EG ISR=IL SAU=SA ARE=AE
  QAT=QA BHR=BH OMN=OM PAK=PK BGD=BD LKA=LK KHM=KH EST=EE LVA=LV LTU=LT LUX=LU ISL=IS
`;

let names: Map<string, string> | undefined;

/** @returns the two letters, or null if the text does not mean one country */
export function readCountry(text: string): string | null {
  const name = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const capitals = name.toUpperCase();
  if (isCountryCode(capitals)) return capitals;
  if (name.length > 60) return null;
  names ??= countryNames();
  return names.get(name.toLowerCase()) ?? null;
}

/** A name that means different countries in two languages would mean none. */
function countryNames(): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, code: string) => {
    const known = found.get(name.toLowerCase());
    found.set(name.toLowerCase(), known === undefined || known === code ? code : '');
  };
  for (const language of LANGUAGES) {
    const displayed = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of COUNTRY_CODES) {
      const name = displayed.of(code);
      if (name !== undefined) add(name, code);
    }
  }
  for (const [name, code] of OTHER_NAMES) found.set(name, code);
  for (const pair of ALPHA_3.trim().split(/\s+/)) found.set(pair.slice(0, 3).toLowerCase(), pair.slice(4));
  for (const [name, code] of found) if (code === '') found.delete(name);
  return found;
}
