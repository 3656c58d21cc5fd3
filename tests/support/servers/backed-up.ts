import { join } from 'node:path';
import { pino } from 'pino';
import { openStores } from '#server/backup/stores.ts';
import { type DataConfig, parseDataConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { emailCodes } from '#server/database/tables/account-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { oneOfEach } from '../postgres/one-of-each.ts';
import { world } from './world.ts';

/** Settings of commands for a test's data directory, or for another database. */
export const dataSettings = (dataDir: string, env: Record<string, string> = {}): DataConfig =>
  parseDataConfig({ DATA_DIR: dataDir, ...env });

export const storesOf = (dataDir: string) => openStores({ s3: null, dataDir }, pino({ level: 'silent' }));

/**
 * Fills a database and a data directory with a row in every table, with values that are hard to serialize, and with
 * files.
 */
export async function fillInstallation(db: Database, dataDir: string) {
  const made = await oneOfEach(db, 'first', { creator: 'ada', brand: 'fernhill' });
  const given = world(db);
  const name = 'A "quoted" \\ name,\n\ttwo lines \\N \u2028 {1,2} ü 🎬';
  const brandId = await given.brand({ name, description: '', companyAddress: 'null', onboarding: {} });
  await db
    .insert(attempts)
    .values({ subject: name, count: 2_147_483_647, windowEndsAt: new Date('1999-12-31T23:59:59.999Z') });
  await db.insert(emailCodes).values({
    ...{
      brandId,
      id: 'cod_odd',
      kind: 'verify_email',
      codeHash: '\u0001',
      createdAt: new Date(0),
      expiresAt: new Date(1),
    },
  });
  const stores = await storesOf(dataDir);
  await stores.files.put(made.fileName, [Buffer.from('draft')] as never);
  return { ...made, oddBrandId: brandId };
}

/** Contents of every file in a data directory's stores, by name. */
export async function everyFile(dataDir: string): Promise<Record<string, string>> {
  const { files, uploads } = await storesOf(dataDir);
  const found: Record<string, string> = {};
  for (const [place, store, prefix] of [
    ['files', files, ''],
    ['uploads', uploads, 'incoming-drafts/'],
  ] as const) {
    for await (const { name, sizeBytes } of store.list(prefix)) {
      const file = await store.find(name);
      const content = await file?.read(0, sizeBytes - 1);
      found[join(place, name)] = content === undefined ? '' : await new Response(content).text();
    }
  }
  return found;
}
