/** Conditions of triggers and tables in words, for messages. */
import { type Literal, listOf, textOf } from '../javascript/literal.ts';
import type { Container } from './resource.ts';

const ADDRESS = new Map<string, string>(
  Object.entries({
    URL: 'the address',
    HOST: 'the host',
    PATH: 'the path',
    QUERY: 'the query',
    FRAGMENT: 'the fragment',
    PROTOCOL: 'the protocol',
    PORT: 'the port',
    EXTENSION: 'the file extension',
  }),
);

const ELEMENT = new Map<string, string>(
  Object.entries({
    'gtm.element': 'the element',
    'gtm.elementClasses': 'the class of the element',
    'gtm.elementId': 'the id of the element',
    'gtm.elementTarget': 'the target of the element',
    'gtm.elementUrl': 'the address of the element',
    'gtm.scrollThreshold': 'the scroll depth',
  }),
);

/** A variable in words, such as `the path`. */
export function describeVariable(value: Literal | undefined, container: Container): { text: string; isHost: boolean } {
  const [kind, index] = listOf(value);
  const macro = kind === 'macro' && typeof index === 'number' ? container.macros[index] : undefined;
  const name = textOf(macro, 'vtp_name') ?? '';
  const named = (what: string): string => (name === '' ? `a ${what}` : `the ${what} ${shownValue(name)}`);
  const words = (text: string, isHost = false) => ({ text, isHost });
  switch (textOf(macro, 'function')) {
    case '__u': {
      const component = textOf(macro, 'vtp_component') || 'URL';
      const key = textOf(macro, 'vtp_queryKey') ?? '';
      if (component === 'QUERY' && key !== '') return words(`the query value ${shownValue(key)}`);
      return words(ADDRESS.get(component) ?? 'the address', component === 'HOST');
    }
    case '__f':
      return words('the referrer');
    case '__e':
      return words('the event');
    case '__v':
      return words(ELEMENT.get(name) ?? named('data layer value'));
    case '__k':
      return words(named('cookie'));
    case '__j':
      return words(named('JavaScript variable'));
    case '__jsm':
      return words('a custom JavaScript variable');
    case '__aev':
      return words('an attribute of the element');
    case '__d':
      return words('an element of the page');
    case '__vis':
      return words('the visibility of an element');
    case '__dbg':
      return words('the debug mode');
    case '__smm':
    case '__remm':
      return words('a lookup table');
    default:
      return words('a variable');
  }
}

const SHOWN_CHARS_MAX = 80;

/** A text of a container for a message. A mail address is personal, and a long one helps nobody. */
export function shownValue(text: string): string {
  if (text === '') return 'empty';
  const isShown =
    text.length <= SHOWN_CHARS_MAX &&
    /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text) &&
    !/[^\s@][@\uff20\ufe6b]/.test(text);
  if (!isShown) return '(a text)';
  return text.includes(' ') ? `“${text}”` : text;
}
