import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Scene } from '#server/demo/brand/captions.ts';
import { demoMediaDir } from '#server/paths.ts';
import { hasFfmpeg, keptMedia, made } from './make.ts';

/** Lengths of the drafts that brands play in tests, and so their sizes: 2 to 6 MB, of which the demo's have a fifth. */
const secsOf = { coffee: 15, recipe: 24, review: 32, desk: 40 } as const satisfies Partial<Record<Scene, number>>;

/** A draft that tests play, as /media/demo has it. */
export type DraftScene = keyof typeof secsOf;
export const draftScenes = Object.keys(secsOf) as DraftScene[];

/** The demo's film again and again until it is as long as a creator's, at the bit rate that renditions have. */
const draft = (scene: DraftScene): string =>
  made(`${scene}.mp4`, [
    ...['-stream_loop', '-1', '-i', join(demoMediaDir(), `${scene}.mp4`), '-t', String(secsOf[scene])],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '1100k', '-maxrate', '1100k', '-bufsize', '2200k', '-c:a', 'aac', '-b:a', '64k'],
    ...['-map_metadata', '-1', '-movflags', '+faststart'],
  ]);

/**
 * A folder like the demo's media whose drafts are as long and as large as creators' are, made at first use. Scenes that no
 * test plays are missing in it. Without ffmpeg it is the demo's own folder.
 */
export function draftsDir(): string {
  if (!hasFfmpeg) return demoMediaDir();
  const films = draftScenes.map((scene) => ({ scene, path: draft(scene) }));
  // Named for all that is in it: films that are made otherwise get a folder of their own.
  const digests = films.map(({ path }) => basename(path, '.mp4').slice(-4)).join('');
  const folder = join(keptMedia, `drafts-${digests}`);
  if (existsSync(folder)) return folder;
  mkdirSync(keptMedia, { recursive: true });
  const begun = mkdtempSync(join(keptMedia, 'drafts-'));
  cpSync(demoMediaDir(), begun, { recursive: true, filter: (path) => !/\.(mp4|mjs)$/.test(path) });
  for (const { scene, path } of films) linkSync(path, join(begun, `${scene}.mp4`));
  try {
    // Whole before it has its name, as its films are.
    renameSync(begun, folder);
  } catch (error) {
    rmSync(begun, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
