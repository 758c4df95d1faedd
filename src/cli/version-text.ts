export function versionText(version: string): string {
  return `portside ${version} (bun ${Bun.version})`;
}
