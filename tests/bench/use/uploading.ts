import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnChromium } from '#tests/support/browsers/own-chromium.ts';
import { writeFilm } from '#tests/support/uploading/film.ts';
import { startOfferServer } from '#tests/support/uploading/offer-server.ts';
import { startSlowLink } from '#tests/support/uploading/slow-link.ts';
import { openUploading, pickFile, untilState } from '#tests/support/uploading/uploading-page.ts';
import type { Add } from '../report.ts';

interface Options {
  folder: string;
  /** Uploads 20 MB instead of 300. */
  quick: boolean;
  add: Add;
  say(text: string): void;
}

const bitsPerSecond = 5_000_000;
const cutEveryMs = 5_000;
/** Half of a phone network's round trip. */
const delayMs = 25;

/** Measures a creator's upload over a bad link: its duration, the bytes sent twice and the server's memory. */
export async function measureUploading({ folder, quick, add, say }: Options): Promise<string> {
  const sizeBytes = (quick ? 20 : 300) * 1_000_000;
  const path = join(folder, 'film.mp4');
  await writeFilm(path, sizeBytes);
  const server = await startOfferServer(mkdtempSync(join(folder, 'upload-')));
  const link = await startSlowLink({ targetPort: server.port, bitsPerSecond, delayMs, cutEvery: { ms: cutEveryMs } });
  const browser = await startOwnChromium(mkdtempSync(join(folder, 'profile-')));
  const page = await openUploading(browser.context, link.port, server.token);
  say(`Uploading ${sizeBytes / 1_000_000} MB at 5 Mbit/s, cut every 5 s …`);
  const beforeMb = server.nowMb();
  const startedAt = performance.now();
  await pickFile(page, path);
  await untilState(page, ({ step }) => step === 'done', sizeBytes / 100);
  const seconds = (performance.now() - startedAt) / 1000;
  const [sentBytes, lostBytes, cuts] = [link.sentBytes(), link.lostBytes(), link.cuts()];
  const peakMb = server.peakMb();
  const version = browser.browser.version();
  await browser.close();
  await link.close();
  const film = readFileSync(path);
  const [upload] = await server.stop();
  if (upload === undefined || !upload.content.equals(film)) throw new Error('It did not arrive as it was sent');
  const percent = (bytes: number) => (bytes / film.length) * 100;
  say(
    `${film.length} bytes arrived, ${sentBytes} were sent, ${lostBytes} of them lost on the way at ${cuts} cuts; ` +
      `${beforeMb} MB before, ${peakMb} MB at most`,
  );
  const group = `An upload of ${sizeBytes / 1_000_000} MB at 5 Mbit/s, cut every 5 s`;
  add(group, 'sent twice, heads of requests included', [percent(sentBytes - film.length)], { of: 'max', max: 2 }, '%');
  add(group, 'of it on its way at a cut, which nobody can keep', [percent(lostBytes)], null, '%');
  add(group, 'from the pick until it is whole', [seconds], null, 's');
  add(group, 'the server’s memory at most, beyond what it had', [(peakMb - beforeMb) * 1000], null, 'KB');
  return version;
}
