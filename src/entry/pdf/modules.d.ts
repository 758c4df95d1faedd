declare module '*.ttf' {
  const path: string;
  export default path;
}

declare module '*.icc' {
  const path: string;
  export default path;
}

declare module 'linebreak' {
  /** The Unicode line breaking algorithm (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
