// Regenerates the demo brand's drafts, posters and avatars in src/server/demo/media. Needs ffmpeg (libx264, aac,
// libwebp) and Chromium. The same versions and fonts give the same bytes. Run: npx tsx tools/demo-media/generate.ts
// [avatars|scene…]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { transformWithOxc } from 'vite';
import { launchChromium } from '#cli/find-chromium.mjs';
import { avatar } from './avatar.ts';
import { type Scene, scenes } from './scenes.ts';
import { tune, tuneFormat } from './tune.ts';

const mediaDir = fileURLToPath(new URL('../../src/server/demo/media/', import.meta.url));
const framesPerSec = 30;
/** Scenes are drawn at 270 x 480 and rendered at 720p, like creators' drafts. Posters are shown in a panel. */
const frameSize = { width: 720, height: 1280 };
const posterWidth = 540;
/** A scene loops until its video has this length, while the camera zooms in by `nearer`. */
const minSecs = 10;
const nearer = 0.1;
const avatarCount = 24;
const origin = 'http://media.test';

/** Renders a scene's frame at a time in seconds, as a JPEG. */
type Painter = (name: string, seconds: number, zoom?: number) => Promise<Buffer>;

interface Encoding {
  /** Codec of the input picture. */
  codec: 'mjpeg' | 'png';
  quality: number;
  filters?: readonly string[];
}

async function ffmpeg(args: readonly string[], input: Iterable<Buffer> | AsyncIterable<Buffer> = []): Promise<void> {
  const child = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...args], { stdio: ['pipe', 'inherit', 'inherit'] });
  // A failing ffmpeg closes its stdin first. Report its exit code instead of the broken pipe.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close');
  for await (const chunk of input) child.stdin.write(chunk);
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

async function webp(picture: Buffer, path: string, { codec, quality, filters = [] }: Encoding): Promise<void> {
  const options = [...filters, '-c:v', 'libwebp', '-quality', String(quality), '-compression_level', '6'];
  await ffmpeg(['-f', 'image2pipe', '-c:v', codec, '-i', '-', ...options, path], [picture]);
}

/** Decodes a base64 `data:` URL. */
const contentOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** Opens a blank page that imports the generator's modules and renders their scenes. */
async function studio(browser: Browser): Promise<Painter> {
  const page = await browser.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: '' });
    const path = join(import.meta.dirname, name);
    // Browsers can't run TypeScript, so the types are stripped.
    const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
    return route.fulfill({ contentType: 'text/javascript', body: code });
  });
  await page.goto(`${origin}/`);
  const painter = await page.evaluateHandle(
    async ({ url, width, height }) => {
      const { scenes }: typeof import('./scenes.ts') = await import(url);
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const g = canvas.getContext('2d', { willReadFrequently: true });
      if (g === null) throw new Error('The page has no canvas to paint on');
      return (name: string, seconds: number, zoom: number) => {
        const scale = (width / 270) * zoom;
        g.setTransform(scale, 0, 0, scale, (width - 270 * scale) / 2, (height - 480 * scale) / 2);
        const scene = scenes.find((each) => each.name === name);
        if (scene === undefined) throw new Error(`There is no scene "${name}"`);
        scene.draw(g, seconds);
        return canvas.toDataURL('image/jpeg', 0.98);
      };
    },
    { url: `${origin}/scenes.ts`, ...frameSize },
  );
  return async (name, seconds, zoom = 1) =>
    contentOf(await painter.evaluate((paint, at) => paint(at.name, at.seconds, at.zoom), { name, seconds, zoom }));
}

async function film(scene: Scene, frame: Painter, workDir: string): Promise<void> {
  const durationSecs = scene.durationSecs * Math.ceil(minSecs / scene.durationSecs);
  const frames = (async function* () {
    for (let i = 0; i < durationSecs * framesPerSec; i++) {
      const seconds = i / framesPerSec;
      yield await frame(scene.name, seconds % scene.durationSecs, 1 + (nearer * seconds) / durationSecs);
    }
  })();
  const audio = join(workDir, 'audio.f32');
  await writeFile(audio, tune({ ...scene, durationSecs }));
  const video = join(mediaDir, `${scene.name}.mp4`);
  await ffmpeg(
    [
      ...['-f', 'image2pipe', '-framerate', String(framesPerSec), '-c:v', 'mjpeg', '-i', '-'],
      ...[...tuneFormat, '-i', audio],
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
      ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
      ...['-c:v', 'libx264', '-profile:v', 'high', '-level', '3.1', '-preset', 'slow', '-tune', 'animation'],
      ...['-crf', '21', '-maxrate', '540k', '-bufsize', '1080k', '-g', '90', '-threads', '1'],
      ...['-c:a', 'aac', '-b:a', '32k', '-ac', '1', '-shortest'],
      ...['-movflags', '+faststart', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
      ...['-map_metadata', '-1', video],
    ],
    frames,
  );
  const poster = join(mediaDir, `${scene.name}.webp`);
  const filters = ['-vf', `scale=${posterWidth}:-2`];
  await webp(await frame(scene.name, scene.posterAtSecs), poster, { codec: 'mjpeg', quality: 72, filters });
  for (const path of [video, poster]) console.log(`${path.slice(mediaDir.length)}  ${(await stat(path)).size} bytes`);
}

/** Renders the faces as bitmaps, like the avatars of platforms. Browsers take far longer to draw an SVG. */
async function faces(page: Page): Promise<void> {
  await mkdir(join(mediaDir, 'avatars'), { recursive: true });
  for (let i = 0; i < avatarCount; i++) {
    const png = await page.evaluate(async (svg) => {
      const face = new Image();
      face.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      await face.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 96 });
      const g = canvas.getContext('2d');
      if (g === null) throw new Error('The page has no canvas to paint on');
      g.drawImage(face, 0, 0);
      return canvas.toDataURL('image/png');
    }, avatar(i));
    const to = join(mediaDir, 'avatars', `${String(i + 1).padStart(2, '0')}.webp`);
    await webp(contentOf(png), to, { codec: 'png', quality: 80 });
  }
}

const wanted = process.argv.slice(2);
const workDir = await mkdtemp(join(tmpdir(), 'afield-media-'));
const browser = await launchChromium();
try {
  if (wanted.length === 0 || wanted.includes('avatars')) await faces(await browser.newPage());
  const frame = await studio(browser);
  for (const scene of scenes) if (wanted.length === 0 || wanted.includes(scene.name)) await film(scene, frame, workDir);
} finally {
  await browser.close();
  await rm(workDir, { recursive: true });
}
