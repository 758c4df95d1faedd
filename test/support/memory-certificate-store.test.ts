import { holdToStoreContract } from './certificate-store-contract.ts';
import { MemoryCertificateStore } from './memory-certificate-store.ts';

holdToStoreContract('The store in memory', () => new MemoryCertificateStore());
