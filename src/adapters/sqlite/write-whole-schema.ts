/** Writes `whole-schema.sql` from the migrations. Run it after a new one: `bun src/adapters/sqlite/write-whole-schema.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyDatabase } from './migrations.ts';
import { schemaScript } from './whole-schema.ts';

using database = emptyDatabase(Number.POSITIVE_INFINITY);
writeFileSync(join(import.meta.dir, 'whole-schema.sql'), schemaScript(database));
