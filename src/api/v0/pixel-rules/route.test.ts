import { expect, test } from 'bun:test';
import { startPublicServer } from '../../../../test/support/public-server.ts';
import { RULES } from '../../../pixel/rules/index.ts';

const server = await startPublicServer();

test('every rule of the scan is listed, in the order of the catalogue', async () => {
  const { rules } = await server.askJson('/api/v0/pixel/rules');
  expect(rules.map(({ id }: { id: string }) => id)).toEqual(RULES.map(({ id }) => id));
});
