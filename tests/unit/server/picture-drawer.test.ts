import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPictureDrawer } from '../../../src/server/services/files/picture-drawer.ts';

test('a picture that comes when the process of the last one has ended is drawn by another', {
  timeout: 60_000,
}, async () => {
  const drawer = createPictureDrawer({ idleMs: 50 });
  try {
    const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#1B7F54' } })
      .png()
      .toBuffer();
    expect((await drawer.redraw('brd_1', logo)).length).toBeGreaterThan(0);
    await wait(500);
    expect((await drawer.redraw('brd_1', logo)).length).toBeGreaterThan(0);
  } finally {
    drawer.close();
  }
});
