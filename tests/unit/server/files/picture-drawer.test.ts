import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPictureDrawer } from '#server/services/files/pictures/picture-drawer.ts';

test('a picture that arrives after the process ended for idleness starts another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'afield-drawer-'));
  const drawer = createPictureDrawer({ idleMs: 50 });
  try {
    const order = { from: join(folder, 'logo.png'), to: join(folder, 'logo.webp') };
    await sharp({ create: { width: 40, height: 40, channels: 3, background: '#1B7F54' } })
      .png()
      .toFile(order.from);
    expect(await drawer.redraw('brd_1', order)).toBeGreaterThan(0);
    await wait(500);
    expect(await drawer.redraw('brd_1', order)).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true });
    drawer.close();
  }
});
