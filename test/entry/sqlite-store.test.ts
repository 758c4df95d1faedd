import { sqliteCertificateStore } from '../../src/entry/sqlite-store.ts';
import { tempStorage } from '../temp.ts';
import { holdToStoreContract } from './store-contract.ts';

holdToStoreContract('SQLite', () => sqliteCertificateStore(tempStorage()));
