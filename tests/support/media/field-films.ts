import { readFileSync } from 'node:fs';
import { made, place } from './make.ts';

// Videos as creators' phones and apps make them, of a few kilobytes each. Only their recipe is stored; they are
// generated on use.

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=30:d=4'];
const sound = ['-f', 'lavfi', '-i', 'sine=f=440:d=4'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const aac = ['-c:a', 'aac', '-b:a', '32k'];

/** A screen recording with a still end: two seconds of motion, and a last frame shown for ten. */
export function lastFrameLong(): Buffer {
  const film = readFileSync(
    made('last-frame-long.mp4', [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=30:d=2', '-vf', 'setpts=if(lt(N\\,59)\\,PTS\\,PTS+10/TB)'],
      ...['-fps_mode', 'vfr', ...h264],
    ]),
  );
  // The frame before the last has the length of ten seconds; swap the two.
  const lengths = inIndex(film, 'stts') + 4 + 8;
  const [long, short] = [film.readUInt32BE(lengths + 12), film.readUInt32BE(lengths + 20)];
  film.writeUInt32BE(short, lengths + 12);
  film.writeUInt32BE(long, lengths + 20);
  return film;
}

/** A photo with music: one red frame, and twelve seconds of sound. */
export const photoWithSong = (): Buffer =>
  readFileSync(
    made('photo-with-song.mp4', [
      ...['-f', 'lavfi', '-i', 'color=red:s=64x64:r=1/12:d=12', '-f', 'lavfi', '-i', 'sine=f=440:d=12'],
      ...[...h264, ...aac],
    ]),
  );

/** A video whose sample entry has another name, as Dolby Vision has for its underlying codecs. */
export function dolbyVision(name: 'dvh1' | 'dvhe' | 'dva1' | 'dvav'): Buffer {
  const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'];
  const film = readFileSync(
    name.startsWith('dvh')
      ? made('hevc.mov', [...picture, ...sound, ...x265, '-pix_fmt', 'yuv420p', ...aac])
      : made('avc.mov', [...picture, ...sound, ...h264, ...aac]),
  );
  film.write(name, inIndex(film, name.startsWith('dvh') ? 'hvc1' : 'avc1'), 'latin1');
  return film;
}

const older = {
  'MPEG-4 Part 2 of a phone, in 3GP': ['mp4v.3gp', '-c:v', 'mpeg4', ...aac],
  'H.263 of a phone, in 3GP': ['h263.3gp', '-vf', 'scale=128:96', '-c:v', 'h263', ...aac, '-ar', '16000'],
  'Motion JPEG of a camera': ['mjpeg.mov', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le'],
  'H.264 with IMA sound of QuickTime': ['ima4.mov', ...h264, '-c:a', 'adpcm_ima_qt'],
} as const;
type OlderFilm = keyof typeof older;
export const olderFilms = Object.keys(older) as OlderFilm[];

/** A video in a codec that browsers don't play. */
export function filmOfOlderCodec(film: OlderFilm): Buffer {
  const [name, ...args] = older[film];
  return readFileSync(made(name, [...picture, ...sound, ...args]));
}

/** A video behind a cover picture, which is the first video track. */
export const coverFirst = (): Buffer =>
  readFileSync(
    made('cover-first.mp4', [
      ...['-f', 'lavfi', '-i', 'color=blue:s=32x32:r=25:d=0.04', ...picture, ...sound],
      ...['-map', '0:v', '-map', '1:v', '-map', '2:a', '-c:v:0', 'mjpeg', '-pix_fmt:v:0', 'yuvj420p'],
      ...['-c:v:1', 'libx264', '-pix_fmt:v:1', 'yuv420p', ...aac],
    ]),
  );

/** A front camera's video: red on the left and blue on the right, to be mirrored by its matrix. */
export function mirrored(): Buffer {
  const halves = [
    '-f',
    'lavfi',
    '-i',
    'color=red:s=32x64:r=30:d=2',
    '-f',
    'lavfi',
    '-i',
    'color=blue:s=32x64:r=30:d=2',
  ];
  const film = readFileSync(made('halves.mp4', [...halves, '-filter_complex', 'hstack', ...h264]));
  const matrix = inIndex(film, 'tkhd') + 4 + 40;
  film.writeInt32BE(-0x10000, matrix);
  film.writeInt32BE(64 * 0x10000, matrix + 24);
  return film;
}

interface Trim {
  fromSecs: number;
  secs: number;
}

/** A four-second video, red and then green, of which an edit list shows a part. It has a key frame in each second. */
export function trimmed({ fromSecs, secs }: Trim): Buffer {
  const film = readFileSync(
    made('red-then-green.mp4', [
      ...['-f', 'lavfi', '-i', 'color=red:s=64x64:r=30:d=1', '-f', 'lavfi', '-i', 'color=green:s=64x64:r=30:d=3'],
      ...['-f', 'lavfi', '-i', 'sine=f=440:d=4', '-filter_complex', '[0:v][1:v]concat', '-map', '2:a'],
      ...[...h264, '-bf', '0', '-g', '30', ...aac, '-metadata', `location=${place}`],
    ]),
  );
  const unitsPerSec = film.readUInt32BE(inIndex(film, 'mvhd') + 4 + 12);
  for (let track = inIndex(film, 'trak'); track > 0; track = film.indexOf('trak', track + 4, 'latin1')) {
    const list = film.indexOf('elst', track, 'latin1') + 4;
    const mediaUnitsPerSec = film.readUInt32BE(film.indexOf('mdhd', track, 'latin1') + 4 + 12);
    film.writeUInt32BE(secs * unitsPerSec, list + 8);
    film.writeInt32BE(film.readInt32BE(list + 12) + fromSecs * mediaUnitsPerSec, list + 12);
  }
  return film;
}

/** Offset of a box's name in a video's index. */
function inIndex(film: Buffer, type: string): number {
  const at = film.indexOf(type, film.indexOf('moov', 0, 'latin1'), 'latin1');
  if (at < 0) throw new Error(`The film has no ${type}`);
  return at;
}
