/** Whether money is in another currency than US dollars, by a header, a cell, or the number format of a workbook. */

/** A value in another currency is not a value in dollars. */
const OTHER_CURRENCIES =
  /(?:^|[^a-z])(?:eur|euro|euros|gbp|cny|rmb|jpy|yen|cad|mxn|mxp|chf|krw|inr|twd|ntd|hkd|brl|pln|sek|nok|dkk|czk|huf|ron|zar|nzd|ils|sgd|aud|try|vnd|thb|idr|myr|kr|zł|kč|r\$)(?:[^a-z]|$)|[€£¥₩₹₺₫฿₱]|元/i;
const DOLLARS = /^(?:usd|us ?\$|\$|\$ ?us|usd ?\$|(?:u\.?s\.?a? ?)dollars?|us-dollars?|dollars?)$/i;
/** A currency in a number format, with the country whose signs it has: `[$€-407]`, `[$$-1009]`. */
const FORMAT_CURRENCY = /\[\$([^\][-]{0,10})(?:-([^\][]{0,12}))?\]/g;
const UNITED_STATES = /^(?:409|en-us.*|f\d{3}|x-.*)?$/i;

export function namesOtherCurrency(text: string): boolean {
  return OTHER_CURRENCIES.test(text);
}

export function isUsDollar(text: string): boolean {
  return DOLLARS.test(text.normalize('NFKC').trim());
}

/** `[$€-407]#,##0.00`, `#,##0 "JPY"`, and `[$$-1009]#,##0`, which are Canadian dollars. */
export function hasOtherCurrency(format: string): boolean {
  for (const [, sign = '', country = ''] of format.matchAll(FORMAT_CURRENCY)) {
    if (sign.trim() === '') continue;
    if (!isUsDollar(sign) || (sign === '$' && !UNITED_STATES.test(country))) return true;
  }
  return namesOtherCurrency(format.replaceAll(FORMAT_CURRENCY, ''));
}
