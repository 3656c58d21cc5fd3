import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

/** A usable ffmpeg. */
export interface Encoder {
  /** Absolute path, since ffmpeg is started without an environment. */
  path: string;
  /** True if it can tone-map HDR colors for SDR screens. */
  hasToneMapping: boolean;
}

const run = promisify(execFile);
const askTimeoutMs = 20_000;

/**
 * Finds ffmpeg and logs its path, or the features that are missing without it.
 * @param given a path; null searches `PATH`
 */
export async function findEncoder(given: string | null, log: Pick<Logger, 'info' | 'warn'>): Promise<Encoder | null> {
  const path = given === null ? inPath('ffmpeg') : resolve(given);
  const reason = path === null ? 'It isn’t in PATH' : await lackOf(path);
  if (path === null || reason !== null) {
    const kept = 'No ffmpeg found: drafts are stored as uploaded, and those that browsers can’t play are refused';
    log.warn({ reason }, kept);
    return null;
  }
  const hasToneMapping = /\bzscale\b/.test(await ask(path, '-filters'));
  log.info({ reason: path }, 'Drafts are compressed with ffmpeg');
  if (!hasToneMapping) log.warn('This ffmpeg has no zscale: HDR videos will look pale');
  return { path, hasToneMapping };
}

/** Explains why a program can't be used as the encoder; null if it can. */
async function lackOf(path: string): Promise<string | null> {
  try {
    const encoders = await ask(path, '-encoders');
    const missing = ['libx264', 'aac', 'mjpeg'].filter((name) => !new RegExp(`\\b${name}\\b`).test(encoders));
    return missing.length === 0 ? null : `${path} has no ${missing.join(', ')}`;
  } catch {
    return `${path} can’t be run`;
  }
}

const ask = async (path: string, question: string): Promise<string> =>
  (await run(path, ['-hide_banner', question], { env: {}, timeout: askTimeoutMs, maxBuffer: 4_000_000 })).stdout;

function inPath(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    if (!isAbsolute(path)) continue;
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Try the next directory in PATH.
    }
  }
  return null;
}
