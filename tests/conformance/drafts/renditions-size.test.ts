import { expect, test } from 'vitest';
import { probeDraft } from '#server/services/drafts/media/probe.ts';
import { createRendition } from '#server/services/drafts/renditions/create-rendition.ts';
import { findEncoder } from '#server/services/drafts/renditions/encoder.ts';
import { bytesOf, handHeldFilm, hasFfmpeg } from '#tests/support/media/make.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

test.skipIf(!hasFfmpeg)(
  'a 1080p video is transcoded to at most 12 MB a minute (skipped where ffmpeg is missing)',
  {
    timeout: 600_000,
  },
  async () => {
    const from = handHeldFilm();
    const encoder = await findEncoder(null, { info: () => {}, warn: () => {} });
    const signal = new AbortController().signal;
    const { path, media } = await createRendition(
      { encoder, folder: newFolder(), signal },
      { from, media: await probeDraft(from), isDeclaredSmall: false },
    );
    expect(media).toMatchObject({ video: { width: 1280, height: 720 }, audio: { codec: 'aac' } });
    expect(media.durationMs).toBeGreaterThan(14_900);
    expect(bytesOf(path)).toBeLessThanOrEqual(3_000_000);
    // The input must be large, or a small output would prove nothing.
    expect(bytesOf(from)).toBeGreaterThan(20_000_000);
  },
);
