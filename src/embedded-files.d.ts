/** Files that an import embeds in the compiled binary, as text or as a path to read the bytes from; and packages without types. */
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.svg' {
  const text: string;
  export default text;
}
declare module '*.liquid' {
  const text: string;
  export default text;
}
declare module '*.client.js' {
  const text: string;
  export default text;
}
declare module 'htmx.org/dist/htmx.min.js' {
  const text: string;
  export default text;
}
declare module '*.ttf' {
  const path: string;
  export default path;
}

declare module '*.bin' {
  const path: string;
  export default path;
}

declare module '*.icc' {
  const path: string;
  export default path;
}

declare module 'linebreak' {
  /** Finds line breaks by the Unicode algorithm (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
