/** The completion scripts in real shells. */
import { expect, test } from 'bun:test';
import { run } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const CASES: [words: string, expected: string[], absent: string[]][] = [
  ['portside ke', ['keys'], ['tariff']],
  ['portside keys r', ['rotate', 'revoke'], ['issue']],
  ['portside keys issue --s', ['--scope'], ['--name']],
  ['portside keys issue --scope p', ['pixel'], ['entry']],
  ['portside completion ', ['bash', 'zsh', 'fish'], ['keys']],
  ['portside keys rotate --ov', ['--overlap'], ['--scope']],
];

const dir = tempDir();

async function script(shell: string): Promise<string> {
  const path = `${dir}/_portside.${shell}`;
  await Bun.write(path, (await run(['completion', shell], dir)).stdout);
  return path;
}

function output(command: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { env: { PATH: process.env.PATH, HOME: dir } });
  expect(stderr.toString()).toBe('');
  expect(exitCode).toBe(0);
  return stdout.toString();
}

function check(shown: string, [, expected, absent]: (typeof CASES)[number]): void {
  const words = shown.split('\n').map((line) => line.split(/[\t ]/)[0]!);
  for (const word of expected) expect(words).toContain(word);
  for (const word of absent) expect(words).not.toContain(word);
}

test.each(CASES)('bash completes "%s"', async (words, expected, absent) => {
  const path = await script('bash');
  const typed = words.split(' ');
  const call = `source ${path}; COMP_WORDS=(${typed.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${typed.length - 1}; _portside; printf '%s\\n' "\${COMPREPLY[@]}"`;
  check(output(['bash', '--norc', '-c', call]), [words, expected, absent]);
});

test.if(Bun.which('fish') !== null).each(CASES)('fish completes "%s"', async (words, expected, absent) => {
  const path = await script('fish');
  check(output(['fish', '--no-config', '-c', `source ${path}; complete -C '${words}'`]), [words, expected, absent]);
});

test.if(Bun.which('zsh') !== null).each(CASES)('zsh completes "%s"', async (words, expected, absent) => {
  const path = await script('zsh');
  const typed = words.split(' ');
  // `_describe` prints its items only inside a widget. This one prints them plainly, cut to the prefix.
  const call = `
    compdef() { :; }
    _files() { :; }
    _describe() { local -a all=("\${(@P)2-}" "\${items[@]}"); local one; for one in $items; do [[ $one == "$words[CURRENT]"* ]] && print -r -- "\${one%%:*}"; done; }
    words=(${typed.map((word) => `"${word}"`).join(' ')}); CURRENT=${typed.length}
    source ${path}
    _portside`;
  check(output(['zsh', '--no-rcs', '-c', call]), [words, expected, absent]);
});
