import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { limitProcess, type ProcessLimits } from '#server/services/files/pictures/limited-process.ts';
import type { Container, DraftMedia } from '../media/media.ts';
import { refusals } from '../state/refused.ts';
import type { Encoder } from './encoder.ts';
import { smallSize } from './small.ts';

/** Allowlist of the decoders that drafts need, out of the hundreds in ffmpeg. */
const decoders = [
  ...['h264', 'hevc', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1', 'prores'],
  ...['aac', 'opus', 'libopus', 'mp3', 'mp3float', 'vorbis', 'libvorbis', 'flac', 'ac3', 'eac3', 'dca', 'alac'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be'],
  ...['mpeg4', 'h263', 'mjpeg', 'adpcm_ima_qt', 'amrnb', 'amrwb'],
  ...['pcm_f64le', 'pcm_f64be', 'pcm_u8', 'pcm_s8', 'pcm_mulaw', 'pcm_alaw'],
];
/** ffmpeg's demuxer for each container. None of them opens other files. */
const demuxers: Readonly<Record<Container, string>> = {
  mp4: 'mov',
  quicktime: 'mov',
  matroska: 'matroska',
  webm: 'matroska',
};

const framesPerSec = 30;
/**
 * Frames that follow sooner than this are dropped first, which limits videos to 60 frames per second, with some jitter.
 */
const minFrameSecs = 0.0145;
/** Timeout for videos of any length, because other jobs are waiting. */
const hardLimitMs = 20 * 60_000;
const maxSecs = 602;
const maxPixels = 16_000_000;
const threads = '2';
const machineTrouble =
  /No such file|Permission denied|No space left|Read-only file system|Too many open files|Resource temporarily unavailable|Cannot allocate memory|Input\/output error/;
/**
 * Errors of a missing decoder: some builds lack decoders, and a sample entry may hold a codec that isn't on the list.
 */
const noDecoder = /not on whitelist|Decoder .*not found/;
/** Memory limit of ffmpeg. 10-bit 4K video needs 700 MB. */
const memoryBytes = 1_500_000_000;

export interface Run {
  encoder: Encoder;
  /** An empty working directory for ffmpeg. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Encodes an MP4 that every browser plays, with the index at the front: H.264 at up to 720p and 1.25 Mbit/s, AAC, and
 * nothing else.
 * @param media properties of `from`, which determine how it is opened and which tracks are used
 * @param maxMs timeout
 * @throws {DraftRefusedError} for a video that can't be decoded, or not within the limits
 * @throws the abort reason of `signal`; any other error is the machine's, and a retry may succeed
 */
export async function encodeSmall(
  run: Run,
  { from, to, media }: { from: string; to: string; media: DraftMedia },
  maxMs = hardLimitMs,
): Promise<void> {
  const { video, audio, durationMs } = media;
  const sound = audio === null ? ['-an'] : ['-map', `0:a:${audio.number}`, '-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  await runFfmpeg(
    run,
    [
      ...reading(media.container, from),
      ...['-map', `0:v:${video.number}`, ...sound, '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
      ...['-vf', filters(media, run.encoder), '-fpsmax', String(framesPerSec)],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-threads', threads, '-g', '90'],
      ...['-crf', '22', '-maxrate', '1250k', '-bufsize', '2500k'],
      ...[
        '-t',
        video.hasLongFrames ? (durationMs / 1000).toFixed(3) : String(maxSecs),
        '-fflags',
        '+bitexact',
        '-flags:v',
        '+bitexact',
        '-flags:a',
        '+bitexact',
      ],
      ...['-movflags', '+faststart', '-f', 'mp4', fileAt(to)],
    ],
    // A slow machine takes some seconds per second of 4K video.
    { timeMs: Math.min(maxMs, 180_000 + 8 * durationMs), memoryBytes },
  );
}

interface Still {
  from: string;
  to: string;
  media: DraftMedia;
  /** Time in the video from which to look for a still. */
  atMs: number;
}

/** Writes a representative frame of an MP4 as JPEG. Writes nothing if there is no frame after `atMs`. */
export async function takeStill(run: Run, { from, to, media, atMs }: Still): Promise<void> {
  const { width, height } = smallSize(media.video);
  const filter = `thumbnail=${framesPerSec},scale=${width}:${height},setsar=1,format=yuvj420p`;
  await runFfmpeg(
    run,
    [
      ...['-ss', (atMs / 1000).toFixed(2), ...reading(media.container, from)],
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-map_metadata', '-1', '-vf', filter],
      ...['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', '-update', '1', fileAt(to)],
    ],
    { timeMs: 60_000, memoryBytes },
  );
}

/** ffmpeg runs in its own directory, so the server's relative paths have to be resolved. */
const fileAt = (path: string): string => `file:${resolve(path)}`;

const reading = (container: Container, from: string): string[] => [
  ...['-protocol_whitelist', 'file', '-codec_whitelist', decoders.join(',')],
  ...['-max_pixels', String(maxPixels), '-threads', threads, '-f', demuxers[container], '-i', fileAt(from)],
];

/**
 * Fixes the output size here, so that later changes of dimensions within the video have no effect. ffmpeg has already
 * applied the rotation.
 */
function filters({ video }: DraftMedia, { hasToneMapping }: Encoder): string {
  const { width, height } = smallSize(video);
  // The last frame's duration gets lost, and players struggle with a single-frame video, so repeat it until the end.
  const steady = video.hasLongFrames ? `,fps=${framesPerSec},tpad=stop_mode=clone:stop=-1` : '';
  const fewer = `select=isnan(prev_selected_t)+gte(t-prev_selected_t\\,${minFrameSecs})`;
  if (video.hdr === null || !hasToneMapping)
    return `${fewer},scale=${width}:${height},setsar=1,format=yuv420p${steady}`;
  const curve = video.hdr === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    fewer,
    `zscale=w=${width}:h=${height}:tin=${curve}:pin=2020:min=2020_ncl:rin=tv:t=linear:npl=203`,
    `setsar=1,format=gbrpf32le,zscale=p=709,tonemap=hable:desat=0,zscale=t=709:m=709:r=tv,format=yuv420p${steady}`,
  ].join(',');
}

async function runFfmpeg({ encoder, folder, signal }: Run, args: readonly string[], limits: ProcessLimits) {
  signal.throwIfAborted();
  const always = ['-hide_banner', '-nostdin', '-y', '-v', 'error', '-max_alloc', '400000000'];
  const child = spawn(encoder.path, [...always, ...args], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const { code, signal: killedBy, overLimit } = await limitProcess(child, limits, signal).ended;
  signal.throwIfAborted();
  if (code === 0) return;
  if (overLimit !== null) throw overLimit === 'time' ? refusals.tooMuchWork() : refusals.tooHard();
  // ffmpeg was killed from outside, or the machine is out of space, which isn't the video's fault.
  if (code === null || machineTrouble.test(said)) {
    throw new Error(`ffmpeg exited: ${killedBy ?? code} ${said.trim()}`.trim());
  }
  if (noDecoder.test(said)) throw refusals.unknownPicture();
  throw refusals.broken();
}
