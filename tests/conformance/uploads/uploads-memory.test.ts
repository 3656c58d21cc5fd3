import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { postStream, uploadBody } from '#tests/support/drafts/large-upload.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { type ServerProcess, startProcess } from '#tests/support/servers/process.ts';
import { startS3 } from '#tests/support/services/s3.ts';

const atOnce = 2;
const bytesEach = 9_975_000;
/** Bodies of 133 MB took 250 MB each when they were held in memory. */
const maxGrowthMb = 150;

const dataDir = newFolder(afterAll);
const s3 = await startS3();
afterAll(() => s3.close());

/** Memory of a process as Linux reports it. */
function memoryMb({ child }: ServerProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

async function login(address: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/brand/v1.0/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'demo@afield.test', password: 'Demo-pass1!' }),
  });
  return { Authorization: `Bearer ${(await response.json()).accessToken}` };
}

test.runIf(process.platform === 'linux').each(['disk', 'S3'])(
  `${atOnce} concurrent uploads of 133 MB are never held in memory (%s)`,
  { timeout: 120_000 },
  async (place) => {
    const { bucket, endpoint, credentials } = s3.settings();
    const running = startProcess({
      ...{ DATA_DIR: dataDir, PORT: '0', SIMULATE: '0' },
      ...(place === 'S3' && {
        ...{ S3_BUCKET: bucket, S3_ENDPOINT: endpoint ?? '' },
        ...{
          S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
          S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
        },
      }),
    });
    try {
      const address = await running.ready;
      const headers = await login(address);
      const url = new URL('/brand/v1.0/storage/upload', address);
      // Resets the recorded peak: see proc_pid_clear_refs(5).
      writeFileSync(`/proc/${running.child.pid}/clear_refs`, '5');
      const beforeMb = memoryMb(running, 'VmRSS');
      const answers = await Promise.all(
        Array.from({ length: atOnce }, (_, index) =>
          postStream(url, uploadBody({ files: 10, bytesEach, seed: `body ${index}` }), headers),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(atOnce).fill(200));
      const grownMb = memoryMb(running, 'VmHWM') - beforeMb;
      process.stdout.write(
        `${atOnce} uploads of 133 MB on ${place}: ${Math.round(beforeMb)} MB before, ${Math.round(grownMb)} MB more at most\n`,
      );
      expect(grownMb).toBeLessThan(maxGrowthMb);
    } finally {
      running.child.kill('SIGTERM');
      await running.ended;
    }
  },
);
