import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Scene } from '#server/demo/brand/offers/captions.ts';
import { demoMediaDir } from '#server/paths.ts';
import { hasFfmpeg, keptMedia, made } from './make.ts';

/** Lengths of the drafts that brands play in tests. They take 2 to 6 MB; the demo's drafts take a fifth of that. */
const secsOf = { coffee: 16, recipe: 24, review: 32, desk: 40 } as const satisfies Partial<Record<Scene, number>>;

/** A draft for tests to play, by its name in /media/demo. */
export type DraftScene = keyof typeof secsOf;
export const draftScenes = Object.keys(secsOf) as DraftScene[];

/**
 * Encodes the demo's video at the bit rate of renditions, then loops it without re-encoding until it is as long as a
 * creator's.
 */
function draft(scene: DraftScene): string {
  const once = made(`${scene}-once.mp4`, [
    ...['-i', join(demoMediaDir(), `${scene}.mp4`), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '1100k', '-maxrate', '1100k', '-bufsize', '2200k', '-c:a', 'aac', '-b:a', '64k'],
  ]);
  return made(`${scene}.mp4`, [
    ...['-stream_loop', '-1', '-i', once, '-t', String(secsOf[scene]), '-c', 'copy'],
    ...['-map_metadata', '-1', '-movflags', '+faststart'],
  ]);
}

/**
 * Returns a folder like the demo's media, created on first use, whose drafts are as long and as large as creators'.
 * Scenes that no test plays are missing. Without ffmpeg it is the demo's own folder.
 */
export function draftsDir(): string {
  if (!hasFfmpeg) return demoMediaDir();
  const films = draftScenes.map((scene) => ({ scene, path: draft(scene) }));
  // The name contains the digests of its videos, so that changed videos get a new folder.
  const digests = films.map(({ path }) => basename(path, '.mp4').slice(-4)).join('');
  const folder = join(keptMedia, `drafts-${digests}`);
  if (existsSync(folder)) return folder;
  mkdirSync(keptMedia, { recursive: true });
  const begun = mkdtempSync(join(keptMedia, 'drafts-'));
  cpSync(demoMediaDir(), begun, { recursive: true, filter: (path) => !/\.(mp4|ts)$/.test(path) });
  for (const { scene, path } of films) linkSync(path, join(begun, `${scene}.mp4`));
  try {
    // Other processes may look for the folder, so it gets its name only once it is complete.
    renameSync(begun, folder);
  } catch (error) {
    rmSync(begun, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
