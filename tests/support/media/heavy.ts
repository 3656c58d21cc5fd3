import { readFileSync } from 'node:fs';
import { made } from './make.ts';

/**
 * A ten-minute video that claims to be 4K with this frame rate. It is 64 pixels wide and black, so that it is generated
 * instantly; its index says the rest.
 */
export function tenMinutesOf4k(framesPerSec: number): Buffer {
  const black = ['-f', 'lavfi', '-i', `color=black:s=64x64:r=${framesPerSec}:d=10`];
  const once = made(`black-${framesPerSec}.mp4`, [...black, '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  const film = readFileSync(
    made(`ten-minutes-${framesPerSec}.mp4`, ['-stream_loop', '59', '-i', once, '-t', '600', '-c', 'copy']),
  );
  const width = film.indexOf('avc1', film.indexOf('stsd', 0, 'latin1'), 'latin1') + 28;
  film.writeUInt16BE(3840, width);
  film.writeUInt16BE(2160, width + 2);
  return film;
}
