/**
 * Asks the package registry's advisory service about every locked package. Exit codes: 0 no advisories, 1 advisories (printed),
 * 77 the service could not be reached. 77 exists so that a check that was not made does not look like one that passed.
 */
const ANSWER_MS_MAX = 120_000;

const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, 'audit', '--json'], {
  cwd: `${import.meta.dir}/..`,
  timeout: ANSWER_MS_MAX,
  stderr: 'pipe',
});
const report = parse(stdout.toString());
if (report === undefined) {
  const [reason] = stderr.toString().trim().split('\n').slice(-1);
  process.stderr.write(
    `Not checked: the advisory service did not answer (${withoutAddress(reason || 'no answer')}).\n`,
  );
  process.exit(77);
}
const advisories = Object.entries(report).flatMap(([name, found]) => found.map((advisory) => ({ name, ...advisory })));
for (const { name, severity, title, url } of advisories)
  process.stdout.write(`${severity}: ${name}: ${title} (${url})\n`);
process.stdout.write(`${advisories.length} advisories\n`);
process.exit(advisories.length > 0 || exitCode !== 0 ? 1 : 0);

type Report = Record<string, { severity: string; title: string; url: string }[]>;

/** Undefined when the text is not the service's answer. */
function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address of the registry is private to the machine, so it is not printed. */
function withoutAddress(line: string): string {
  return line.replace(/https?:\/\/\S+/g, 'its address');
}
