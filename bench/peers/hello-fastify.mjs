/** The smallest Fastify server. */
import Fastify from 'fastify';

const app = Fastify();
app.get('/', (_request, reply) => reply.send({ hello: 'world' }));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
