/** Names of calls that search for, compare or show a text, and neither load nor run it. */
export const MENTIONS: ReadonlySet<string> = new Set(
  (
    'includes indexOf lastIndexOf match matchAll test exec startsWith endsWith search has replace replaceAll split contains ' +
    'querySelector querySelectorAll log warn error info debug matches closest some every find findIndex filter if while switch RegExp Set'
  ).split(' '),
);
