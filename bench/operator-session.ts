/** Signs in to the operator page and fetches pages, without a browser. */

export const PASSWORD = 'the password of the bench';

/** Milliseconds until the last byte of a page. @throws when the answer is not that page. */
export async function pageMs(url: string, cookie: string): Promise<number> {
  const startNs = Bun.nanoseconds();
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, keepalive: false });
  const html = await answer.text();
  const ms = (Bun.nanoseconds() - startNs) / 1e6;
  if (answer.status !== 200 || !html.includes('Sign out')) throw new Error(`${url} answers ${answer.status}`);
  return ms;
}

/** Signs in with `PASSWORD` and returns the session cookie. */
export async function signIn(url: string): Promise<string> {
  const form = await fetch(`${url}/operator/sign-in`, { keepalive: false });
  const csrf = /name="csrf" value="([^"]+)"/.exec(await form.text())![1]!;
  const answer = await fetch(`${url}/operator/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    keepalive: false,
    body: new URLSearchParams({ csrf, password: PASSWORD }),
    headers: { cookie: cookieOf(form), origin: url },
  });
  if (answer.status !== 303) throw new Error(`Signing in answers ${answer.status}`);
  return cookieOf(answer);
}

function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}
