import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { readOrCreateSecret } from '#server/data-dir.ts';
import { openEmbedded } from '#server/database/embedded.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { creatorLinks } from '#server/services/creators/links.ts';
import { draftKind, keyOf } from '#server/services/files/transfers/upload-store.ts';
import { type ServerProcess, startProcess } from '../servers/process.ts';
import { world } from '../servers/world.ts';

/** A server in a separate process, with an offer that awaits its draft. */
export interface OfferServer {
  readonly port: number;
  /** Token of the creator's link. */
  readonly token: string;
  /** Peak memory since its start, in MB, as Linux reports it. */
  peakMb(): number;
  /** Current memory, in MB. */
  nowMb(): number;
  /** Kills it with SIGKILL, and starts another on the same port. */
  killAndStart(): Promise<void>;
  /** Stops it. @returns the uploads */
  stop(): Promise<{ state: string; isRendition: boolean; name: string; content: Buffer }[]>;
}

/** @param dataDir an empty folder */
export async function startOfferServer(dataDir: string): Promise<OfferServer> {
  const now = new Date();
  const database = await openEmbedded({ dataDir });
  const given = world(database.db);
  const brandId = await given.brand();
  const since = { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: now, updatedAt: now } as const;
  const id = await given.offer(brandId, await given.campaign(brandId), since);
  await database.close();
  const token = creatorLinks(readOrCreateSecret(dataDir), () => '').tokenOf({ id, linkGeneration: 1 });
  const settings = { DATA_DIR: dataDir, SEED_DEMO: '0', SIMULATE: '0' };
  let running: ServerProcess = startProcess({ ...settings, PORT: '0' });
  const port = Number(new URL(await running.ready).port);
  const memoryMb = (field: string) => {
    const status = readFileSync(`/proc/${running.child.pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  };
  // Resets the peak, which startup has raised: see proc_pid_clear_refs(5).
  writeFileSync(`/proc/${running.child.pid}/clear_refs`, '5');
  return {
    port,
    token,
    peakMb: () => memoryMb('VmHWM'),
    nowMb: () => memoryMb('VmRSS'),
    async killAndStart() {
      running.child.kill('SIGKILL');
      await running.ended;
      running = startProcess({ ...settings, PORT: String(port) });
      await running.ready;
    },
    async stop() {
      running.child.kill('SIGTERM');
      await running.ended;
      const opened = await openEmbedded({ dataDir });
      try {
        const rows = await opened.db.select().from(draftUploads).where(eq(draftUploads.brandId, brandId));
        return rows.map(({ id: uploadId, state, isRendition, name }) => ({
          ...{ state, isRendition, name, content: readFileSync(join(dataDir, keyOf(draftKind, uploadId))) },
        }));
      } finally {
        await opened.close();
      }
    },
  };
}
