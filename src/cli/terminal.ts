/** What every text for a terminal needs: its width, colours, and lines broken between words. */
import { styleText } from 'node:util';

/** The width of running text that goes to a file or a pipe. */
const PLAIN_WIDTH = 100;
/** Narrower text could not be read. */
const WIDTH_MIN = 40;

export interface TextOptions {
  /** ANSI colours. Off in a pipe, or if NO_COLOR is set. */
  colour?: boolean;
  /** Columns of the terminal. Without it running text is 100 wide, and tables are as wide as their content. */
  width?: number | undefined;
}

/** The colours and the width of standard output. */
export function terminalOptions(): TextOptions {
  return { colour: showsColour(), width: process.stdout.columns || undefined };
}

/** Whether standard output is a terminal that shows colours. */
function showsColour(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

export function painter({ colour = false }: TextOptions): Paint {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

export function columnsOf({ width = PLAIN_WIDTH }: TextOptions): number {
  return Math.max(width, WIDTH_MIN);
}

/**
 * The words of a text on lines of at most `columns`. Control characters become spaces, so that no text can move the cursor.
 * Only a word that is longer than a line is split.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.trim().split(/[\s\p{Cc}]+/u)) {
    if (line !== '' && line.length + 1 + word.length <= columns) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    for (; word.length > columns; word = word.slice(columns)) lines.push(word.slice(0, columns));
    line = word;
  }
  return [...lines, line];
}

/** The lines of `text` behind a label. Lines after the first are indented to it. */
export function wrapBehind(label: string, text: string, columns: number): string[] {
  const indent = ' '.repeat(label.length);
  return wrap(text, columns - label.length).map((line, at) => (at === 0 ? label : indent) + line);
}
