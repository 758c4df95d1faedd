/** The smallest compiled Bun server. */
Bun.serve({ hostname: '127.0.0.1', port: Number(process.argv[2]), fetch: () => Response.json({ hello: 'world' }) });
