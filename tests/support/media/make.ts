import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** True if this machine has an ffmpeg that can make the tests' videos; some distributions build theirs without x264. */
export const hasFfmpeg =
  spawnSync('ffmpeg', ['-v', 'error', '-encoders'], { encoding: 'utf8' }).stdout?.includes(' libx264 ') ?? false;

/** Folder in which test videos are kept from run to run. */
export const keptMedia = resolve('node_modules/.cache/afield-media');

/** Runs ffmpeg. @throws with its error output */
export function ffmpeg(args: readonly string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-nostdin', '-v', 'error', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${stderr}`);
}

/**
 * Returns the path of a file that ffmpeg creates with these arguments. It is created once and kept until they change.
 */
export function made(name: string, args: readonly string[]): string {
  const digest = createHash('sha256').update(args.join('\n')).digest('hex').slice(0, 12);
  const dot = name.lastIndexOf('.');
  const path = join(keptMedia, `${name.slice(0, dot)}-${digest}${name.slice(dot)}`);
  if (!existsSync(path)) {
    mkdirSync(keptMedia, { recursive: true });
    // Another process may want the file at the same time, so it gets its name only once it is complete.
    const draft = join(keptMedia, `${process.pid}-${name}`);
    ffmpeg([...args, draft]);
    renameSync(draft, path);
  }
  return path;
}

const film = (size: string, secs: number, framesPerSec = 30) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${framesPerSec}:d=${secs}`],
  ...['-f', 'lavfi', '-i', `sine=f=440:d=${secs}`],
];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const aac = ['-c:a', 'aac', '-b:a', '96k'];
/** A phone's location, which videos and stills contain. */
export const place = '+52.5200+013.4050/';
const tags = ['-metadata', `location=${place}`, '-metadata', 'artist=Ada Byron'];

/** A phone's video: upright by rotation, 10-bit HEVC in HLG, with sound and its location. */
export function iphoneFilm(secs = 4): string {
  const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'];
  const hlg = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'];
  const lying = [...film('1920x1080', secs), ...x265, '-pix_fmt', 'yuv420p10le', ...hlg, ...aac, ...tags];
  const flat = made('iphone-lying.mov', lying);
  return made('iphone.mov', ['-i', flat, '-c', 'copy', '-map_metadata', '0', '-metadata:s:v', 'rotate=90']);
}

/** An older phone's video: H.264 in QuickTime with its index at the end. */
export const olderFilm = (secs = 3) => made('older.mov', [...film('1280x720', secs), ...h264, ...aac, ...tags]);

/** A video without sound. */
export const silentFilm = () =>
  made('silent.mp4', ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30:d=2', ...h264, ...tags]);

const rate = (max: string, buffered = max) => ['-b:v', max, '-maxrate', max, '-bufsize', buffered];

/** A browser's rendition of a short draft: 2 MB, with its index first. */
export const smallFilm = () =>
  made('small.mp4', [
    ...[...film('720x1280', 15), ...h264, ...rate('1100k', '2200k'), ...aac, ...tags],
    ...['-movflags', '+faststart'],
  ]);

/** A video as desktop browsers record it. */
export const webFilm = () =>
  made('web.webm', [
    ...[...film('640x360', 2), '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
    ...tags,
  ]);

/** A quarter of a minute of 1080p with as much motion as a hand-held phone's video: 25 MB. */
export const handHeldFilm = () =>
  made('hand-held.mov', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=30:d=15,noise=alls=20:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=f=440:d=15', ...h264, ...rate('14M'), ...aac],
  ]);

/** A phone's short draft with as much motion: 15 MB of 1080p, which a browser transcodes. */
export const phoneFilm = () =>
  made('phone.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=30:d=15,noise=alls=20:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=f=440:d=15', ...h264, ...rate('8M'), ...aac],
  ]);

export const bytesOf = (path: string) => statSync(path).size;
