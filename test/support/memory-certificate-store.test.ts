import { MemoryStore } from './certificate-fixtures.ts';
import { holdToStoreContract } from './certificate-store-contract.ts';

holdToStoreContract('The store of these tests', () => new MemoryStore());
