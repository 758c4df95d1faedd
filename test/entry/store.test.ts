import { MemoryStore } from './fixtures.ts';
import { holdToStoreContract } from './store-contract.ts';

holdToStoreContract('The store of these tests', () => new MemoryStore());
