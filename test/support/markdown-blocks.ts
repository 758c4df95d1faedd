/** The fenced blocks of a Markdown file, in order. */
export interface Block {
  language: string;
  text: string;
}

export function fencedBlocks(markdown: string): Block[] {
  return Array.from(markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

/** The names that a block defines by `export NAME=…`. */
export function exportedNames(block: string): string[] {
  return Array.from(block.matchAll(/^export (\w+)=/gm), ([, name]) => name!);
}

/** What a guide prints as output, in which `…` stands for anything. Blanks at the ends of lines do not matter. */
export function outputPattern(printed: string): RegExp {
  const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${printed.trim().split('…').map(literally).join('[^]*?')}$`);
}
