/** 303: the browser fetches the next page with GET, and reloading that page does not send the form again. */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store', ...headers } });
}
