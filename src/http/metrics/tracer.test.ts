/** Traces, sent to a collector on a real port: the spans are OTLP, and a slow or unreachable collector delays no request. */
import { afterAll, expect, test } from 'bun:test';
import { startServer } from '../../../test/support/server.ts';
import { until } from '../../../test/support/until.ts';
import { Tracer } from './tracer.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
}

function collector(respond: () => Response | Promise<Response> = () => Response.json({})) {
  const bodies: { path: string; type: string | null; body: { resourceSpans: never } }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      bodies.push({ path, type: request.headers.get('content-type'), body: await request.json() });
      return respond();
    },
  });
  afterAll(() => server.stop(true));
  const spans = () =>
    bodies.flatMap(({ body }) =>
      (body.resourceSpans as { scopeSpans: { spans: Span[] }[] }[]).flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return { endpoint: `http://127.0.0.1:${server.port}`, bodies, spans };
}

const attributesOf = (span: Span) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('each API request is one span, a child of the client’s span if it sent one, without content of the request', async () => {
  const { endpoint, bodies, spans } = collector();
  const server = await startServer({ otlp_endpoint: endpoint });
  const key = await server.key();
  const send = (headers: Record<string, string>) =>
    server.post(`${LOOKUP}?x=secretquery`, { codes: ['7326'] }, key, headers);
  const first = await send({ traceparent: `00-${TRACE}-${PARENT}-01` });
  await send({});
  await send({ traceparent: `00-${TRACE}-${PARENT}-00` });
  await send({ traceparent: `00-${'0'.repeat(32)}-${PARENT}-01` });
  await server.post(LOOKUP, { codes: [] }, key);
  await fetch(`${server.app.url}/healthz`);
  await server.app.close();
  expect(bodies.map(({ path, type }) => [path, type])).toEqual([['/v1/traces', 'application/json']]);
  const found = spans();
  // The request with the sampled flag off has no span.
  expect(found.length).toBe(4);
  expect(found[0]).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, name: `POST ${LOOKUP}`, kind: 2 });
  expect(attributesOf(found[0]!)).toEqual({
    'http.request.method': 'POST',
    'http.route': LOOKUP,
    'http.response.status_code': '200',
    'portside.product': 'tariff',
    'portside.request_id': first.headers.get('x-request-id')!,
  });
  expect(attributesOf(found[3]!)['http.response.status_code']).toBe('422');
  for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of found) {
    expect([traceId, spanId]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
    expect(Math.abs(Number(BigInt(startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  }
  expect(new Set(found.slice(1).map(({ traceId }) => traceId)).size).toBe(3);
  expect(found.slice(1).every(({ parentSpanId }) => parentSpanId === undefined)).toBe(true);
  expect(JSON.stringify(bodies)).not.toMatch(/svc_|secretquery/);
});

test('a collector that is unreachable, refuses or hangs fails no request, and shutdown does not wait for it', async () => {
  const hanging = collector(() => new Promise<Response>(() => {}));
  const refusing = collector(() => new Response('no', { status: 500 }));
  for (const endpoint of ['http://127.0.0.1:9', hanging.endpoint, refusing.endpoint]) {
    const server = await startServer({ otlp_endpoint: endpoint });
    expect((await server.post(LOOKUP, { codes: ['7326'] }, await server.key())).status).toBe(200);
    await server.app.close();
    expect(server.faults).toEqual([]);
  }
});

test('the queue of spans is bounded, and dropped spans are counted', async () => {
  const sent: number[] = [];
  const tracer = new Tracer({
    endpoint: 'http://collector.example/',
    products: new Map(),
    clock: { random: (length) => new Uint8Array(length) },
    send: async (url, { body }) => {
      expect(url).toBe('http://collector.example/v1/traces');
      sent.push(JSON.parse(String(body)).resourceSpans[0].scopeSpans[0].spans.length);
      return new Response('{}');
    },
  });
  const [request, response] = [new Request('http://localhost/'), new Response()];
  for (let i = 0; i < 5000; i++) tracer.observe('/api/x', request, response, 200, 0, 1);
  // One batch is being sent, and the queue is full.
  expect(tracer.dropped).toBe(5000 - 512 - 2048);
  await until('five batches are sent', () => sent.length === 5);
  await tracer.close();
  expect(sent).toEqual([512, 512, 512, 512, 512]);
});
