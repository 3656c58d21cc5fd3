import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DraftState } from '#contract/creator/creator.ts';
import { createDraftUpload } from '#creator/upload/draft-upload.ts';
import type { prepare } from '#creator/upload/prepare.ts';
import type { UploadState } from '#creator/upload/state.ts';
import { RefusedFileError } from '#uploads/refused-file.ts';
import type { sendFile } from '#uploads/send-file.ts';

const parts = vi.hoisted(() => ({ prepare: vi.fn(), sendFile: vi.fn(), findKept: vi.fn(), deleteStoredFile: vi.fn() }));
const stills = vi.hoisted(() => ({ stillOf: vi.fn(), sendStill: vi.fn() }));
vi.mock('#creator/upload/prepare.ts', () => ({ prepare: parts.prepare }));
vi.mock('#uploads/send-file.ts', () => ({ sendFile: parts.sendFile }));
vi.mock('#creator/upload/send-still.ts', () => stills);
vi.mock('#creator/upload/kept-file.ts', () => ({
  findStoredFile: parts.findKept,
  deleteStoredFile: parts.deleteStoredFile,
}));

const content = new Blob(['x'.repeat(100)]);
const url = '/creator/v1.0/uploads/upl_1';
const ready = () => ({
  content,
  name: 'a.mp4',
  fingerprint: 'o1-abc',
  sha256: null,
  originalOf: null,
  url: null as string | null,
});
const file = new File(['film'], 'IMG_1.MOV');
const draft: Extract<DraftState, { state: 'uploading' }> = {
  ...{ state: 'uploading', uploadId: 'upl_1', url, name: 'a.mp4', sizeBytes: 100, receivedBytes: 30 },
  ...{ fingerprint: 'o1-abc', originalOf: null, returned: null },
};
type Sending = Parameters<typeof sendFile>[1];
/** Keeps sending until it is aborted. */
const sendsOn = (_: unknown, { signal, onUrl, onProgress }: Sending) => {
  onUrl?.(url);
  onProgress(40);
  return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};

function watch() {
  const upload = createDraftUpload({ token: 't' });
  const seen: UploadState[] = [];
  upload.subscribe(() => void seen.push(upload.read()));
  const steps = () => seen.map(({ step }) => step);
  return { upload, seen, steps, reaches: (step: string) => vi.waitFor(() => expect(steps()).toContain(step)) };
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  for (const part of [...Object.values(parts), ...Object.values(stills)]) part.mockReset();
  stills.stillOf.mockResolvedValue(null);
  parts.deleteStoredFile.mockResolvedValue(undefined);
  parts.prepare.mockImplementation(async (_: File, { onProgress }: Parameters<typeof prepare>[1]) => {
    onProgress(0.5, true);
    return ready();
  });
  parts.sendFile.mockImplementation(async (_: unknown, { onProgress, onWaiting }: Sending) => {
    onProgress(40);
    onWaiting(null);
    onProgress(100);
    return 'upl_1';
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a picked file is uploaded until it can be submitted, and its stored copy is then deleted', async () => {
  const { upload, seen, steps, reaches } = watch();
  upload.pick(file, null);
  await reaches('done');
  expect(steps()).toEqual(['checking', 'preparing', 'uploading', 'uploading', 'waiting', 'uploading', 'done']);
  expect(seen[1]).toEqual({ step: 'preparing', name: 'IMG_1.MOV', fraction: 0.5, canSendOriginal: true });
  expect(seen[4]).toEqual({ step: 'waiting', name: 'a.mp4', why: null, sentBytes: 40, totalBytes: 100 });
  expect(upload.read()).toEqual({ step: 'done', name: 'a.mp4', uploadId: 'upl_1' });
  await vi.waitFor(() => expect(parts.deleteStoredFile).toHaveBeenLastCalledWith('o1-abc'));
});

test('a still of the upload is sent beside it, before the draft can be submitted', async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  stills.stillOf.mockResolvedValue('a still');
  stills.sendStill.mockReturnValue(arrival);
  const { upload, reaches } = watch();
  upload.pick(file, null);
  await vi.waitFor(() => expect(stills.sendStill).toHaveBeenCalled());
  expect(stills.stillOf).toHaveBeenCalledWith(content);
  expect(stills.sendStill.mock.calls[0]).toEqual([
    'a still',
    expect.objectContaining({ token: 't', uploadId: 'upl_1' }),
  ]);
  expect(upload.read()).toMatchObject({ step: 'uploading' });
  arrive();
  await reaches('done');
});

test('resuming after a pause continues the same upload of the same file', async () => {
  parts.sendFile.mockImplementationOnce(sendsOn);
  const { upload, reaches } = watch();
  upload.pick(file, null);
  await reaches('uploading');
  await vi.waitFor(() => expect(upload.read()).toMatchObject({ sentBytes: 40 }));
  upload.pause();
  expect(upload.read()).toEqual({ step: 'paused', name: 'a.mp4', sentBytes: 40, totalBytes: 100 });
  upload.continueUpload();
  await reaches('done');
  expect(parts.prepare).toHaveBeenCalledTimes(1);
  expect(parts.sendFile.mock.calls[1]?.[0]).toMatchObject({ content, url });
});

test('a video that can’t be used shows the reason, and another pick replaces it', async () => {
  parts.prepare.mockRejectedValueOnce(new RefusedFileError('This file has no video track. Please choose a video.'));
  const { upload, reaches } = watch();
  upload.pick(file, null);
  await reaches('failed');
  const message = 'This file has no video track. Please choose a video.';
  expect(upload.read()).toEqual({ step: 'failed', name: 'IMG_1.MOV', message, canTryAgain: false });
  upload.pick(file, null);
  await reaches('done');
});

test('a chunk of the page that fails to load can be retried', async () => {
  parts.prepare.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const { upload, reaches } = watch();
  upload.pick(file, null);
  await reaches('failed');
  expect(upload.read()).toMatchObject({ canTryAgain: true, message: expect.stringContaining('didn’t load') });
  upload.continueUpload();
  await reaches('done');
});

test('the stored file’s upload resumes from the server’s offset after a reload', async () => {
  parts.findKept.mockResolvedValue(content);
  parts.sendFile.mockImplementationOnce(sendsOn);
  const { upload, seen } = watch();
  expect(await upload.resume(draft)).toBe(true);
  expect(seen[0]).toMatchObject({ step: 'uploading', sentBytes: 30, totalBytes: 100 });
  await vi.waitFor(() => expect(parts.sendFile.mock.calls[0]?.[0]).toMatchObject({ url, fingerprint: 'o1-abc' }));
  upload.cancel();
  expect(upload.read()).toEqual({ step: 'idle' });
});

test('a canceled upload returns its id, and resumes only when its file is picked again', async () => {
  parts.findKept.mockResolvedValue(content);
  parts.sendFile.mockImplementation(sendsOn);
  const { upload, reaches } = watch();
  upload.pick(file, null);
  await reaches('uploading');
  await vi.waitFor(() => expect(upload.read()).toMatchObject({ sentBytes: 40 }));
  const resumed: Promise<boolean>[] = [];
  upload.subscribe(() => upload.read().step === 'idle' && resumed.push(upload.resume(draft)));
  expect(upload.cancel()).toBe('upl_1');
  expect(await Promise.all(resumed)).toEqual([false]);
  expect(upload.read()).toEqual({ step: 'idle' });
  expect(upload.cancel()).toBeNull();
  upload.pick(file, draft);
  await vi.waitFor(() => expect(parts.sendFile).toHaveBeenCalledTimes(2));
});

test('canceling a resumed upload, or one whose file was picked again, returns its id', async () => {
  parts.findKept.mockResolvedValue(content);
  parts.sendFile.mockImplementation(sendsOn);
  const resumed = watch().upload;
  await resumed.resume(draft);
  expect(resumed.cancel()).toBe('upl_1');
  const picked = watch().upload;
  picked.pick(file, draft);
  expect(picked.cancel()).toBe('upl_1');
  expect(await picked.resume(draft)).toBe(false);
});

test('the user picks the file again if it wasn’t stored, and its preparation gets the begun upload', async () => {
  parts.findKept.mockResolvedValue(null);
  const { upload, reaches } = watch();
  expect(await upload.resume(draft)).toBe(false);
  expect(upload.read()).toEqual({ step: 'idle' });
  upload.pick(file, draft);
  await reaches('done');
  expect(parts.prepare.mock.calls[0]?.[1]).toMatchObject({ begun: draft });
});

test('a canceled or replaced upload reports nothing more', async () => {
  let finish = (_: unknown) => {};
  const prepared = new Promise((resolve) => {
    finish = resolve;
  });
  parts.prepare.mockReturnValueOnce(prepared);
  const { upload, steps, reaches } = watch();
  upload.pick(file, null);
  await vi.waitFor(() => expect(parts.prepare).toHaveBeenCalled());
  upload.cancel();
  finish(ready());
  upload.pick(new File(['other'], 'b.mov'), null);
  await reaches('done');
  expect(parts.sendFile).toHaveBeenCalledTimes(1);
  expect(steps().filter((step) => step === 'idle')).toHaveLength(1);
});

test('an original is sent unchanged and without a still after the draft made from it', async () => {
  parts.prepare.mockResolvedValueOnce({ ...ready(), fingerprint: 'r1-ff', sha256: 'ff' });
  const small = watch();
  small.upload.pick(file, null);
  await small.reaches('done');
  const metadata = () => parts.sendFile.mock.lastCall?.[1].metadata;
  expect(metadata()).toEqual({ filename: 'a.mp4', fingerprint: 'r1-ff', sha256: 'ff', rendition: '1' });
  expect(small.upload.takeSource('upl_other')).toBeNull();
  const source = small.upload.takeSource('upl_1');
  expect(source).toBe(file);
  expect(small.upload.takeSource('upl_1')).toBeNull();
  stills.stillOf.mockClear();

  parts.prepare.mockResolvedValueOnce({ ...ready(), originalOf: 'upl_1' });
  const { upload, reaches } = watch();
  upload.pick(source ?? file, null, 'upl_1');
  await reaches('done');
  expect(metadata()).toEqual({ filename: 'a.mp4', fingerprint: 'o1-abc', originalOf: 'upl_1' });
  expect(parts.prepare).toHaveBeenLastCalledWith(file, expect.objectContaining({ originalOf: 'upl_1', begun: null }));
  expect(stills.stillOf).not.toHaveBeenCalled();
  expect(upload.takeSource('upl_1')).toBeNull();
});

test('an original resumes as an original after a reload', async () => {
  parts.findKept.mockResolvedValue(content);
  const { upload, reaches } = watch();
  expect(await upload.resume({ ...draft, originalOf: 'upl_9' })).toBe(true);
  await reaches('done');
  expect(parts.sendFile.mock.calls[0]?.[0]).toMatchObject({ url });
  expect(parts.sendFile.mock.calls[0]?.[1]).toMatchObject({ metadata: { originalOf: 'upl_9' } });
});
