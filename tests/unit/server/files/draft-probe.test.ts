import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mediaOf, scenes } from '#server/demo/brand/offers/captions.ts';
import { demoMediaDir } from '#server/paths.ts';
import { copyDraft, probeDraft } from '#server/services/drafts/media/probe.ts';
import { readMedia } from '#server/services/drafts/media/read-media.ts';
import { DraftRefusedError } from '#server/services/drafts/state/refused.ts';
import { draftScenes, draftsDir } from '#tests/support/media/drafts.ts';
import { goodVideo, hostileFiles } from '#tests/support/media/hostile.ts';
import { hasFfmpeg } from '#tests/support/media/make.ts';

const folder = mkdtempSync(join(tmpdir(), 'afield-probe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const canary = join(folder, 'canary.txt');
writeFileSync(canary, 'nobody reads this');

function fileOf(content: Buffer): string {
  const path = join(folder, 'draft.mp4');
  writeFileSync(path, content);
  return path;
}

test('a draft’s content is detected: video, sound, length and dimensions', async () => {
  expect(await probeDraft(fileOf(goodVideo()))).toMatchObject({
    container: 'mp4',
    video: { number: 0, codec: 'avc', rotation: 0, hdr: null },
    audio: { number: 0, codec: 'aac', channels: 1 },
    isFastStart: true,
  });
});

test.each(scenes)('the demo’s draft %s has the described content', async (scene) => {
  const { durationMs, width, height, hasSound } = mediaOf(scene);
  const media = await readMedia(join(demoMediaDir(), `${scene}.mp4`));
  expect(media).toMatchObject({ durationMs, video: { width, height } });
  expect(media.audio !== null).toBe(hasSound);
  expect(durationMs).toBeGreaterThanOrEqual(10_000);
});

test('the demo’s drafts take at most 8 MB in total', () => {
  const sizes = scenes.map((scene) => statSync(join(demoMediaDir(), `${scene}.mp4`)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8_000_000);
});

test.skipIf(!hasFfmpeg).each(draftScenes)(
  'the tests’ draft %s costs as much to decode as a creator’s (skipped where ffmpeg is missing)',
  async (scene) => {
    const path = join(draftsDir(), `${scene}.mp4`);
    const media = await readMedia(path);
    expect(media).toMatchObject({ isFastStart: true, video: { width: 720, height: 1280 } });
    expect(media.audio).not.toBeNull();
    expect(media.durationMs).toBeGreaterThanOrEqual(15_000);
    expect(media.durationMs).toBeLessThanOrEqual(40_100);
    expect(statSync(path).size).toBeGreaterThan(2_000_000);
    expect(statSync(path).size).toBeLessThan(6_000_000);
  },
);

test.each(hostileFiles)('$name gets an error within the limits', async ({ content, refusal, isEndless }) => {
  // Only an endless file should reach its limit. The others get the server's, since a busy machine may take long.
  const limits = { processorMs: isEndless ? 1_000 : 30_000, memoryBytes: 500_000_000 };
  const refused = await probeDraft(fileOf(content(canary)), { limits }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(DraftRefusedError);
  expect((refused as Error).message).toMatch(refusal);
});

test('a missing file or folder is a server error, and doesn’t refuse the draft', async () => {
  const gone = join(folder, 'gone.mp4');
  const track = { number: 0, shown: null, isTrimmed: false };
  const tracks = { video: track, audio: track };
  const { signal } = new AbortController();
  const asked = [
    probeDraft(gone),
    copyDraft({ from: gone, to: join(folder, 'copy.mp4'), tracks }, signal),
    copyDraft({ from: fileOf(goodVideo()), to: join(folder, 'no-folder', 'copy.mp4'), tracks }, signal),
  ];
  for (const error of await Promise.all(
    asked.map((call) =>
      call.then(
        () => null,
        (thrown: unknown) => thrown,
      ),
    ),
  )) {
    expect(error).not.toBeInstanceOf(DraftRefusedError);
    expect(String(error)).toContain('ENOENT');
  }
});

test('a draft that needs more memory than the limit is refused', async () => {
  const probed = probeDraft(fileOf(goodVideo()), { limits: { memoryBytes: 1_000_000 } });
  await expect(probed).rejects.toThrow('can’t process this video');
});

test('a draft that a busy machine can’t read in time isn’t refused', async () => {
  const late = await probeDraft(fileOf(goodVideo()), { limits: { timeMs: 1 } }).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(Error);
  expect(late).not.toBeInstanceOf(DraftRefusedError);
});

test('a server that shuts down doesn’t wait for drafts', async () => {
  const end = new AbortController();
  const probed = probeDraft(fileOf(goodVideo()), { signal: end.signal });
  end.abort(new Error('the end'));
  await expect(probed).rejects.toThrow('the end');
});
