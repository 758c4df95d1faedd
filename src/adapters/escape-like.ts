/** A LIKE pattern that matches exactly this text. PostgreSQL escapes with a backslash; SQLite does so only where `ESCAPE` says it. */
export function escapeLike(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&');
}
