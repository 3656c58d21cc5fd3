import { BlobSource, CanvasSink, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { maxPosterBytes } from '#contract/creator/draft-uploads.ts';
import { smallSize } from './compress-video.ts';

/** Fractions of the video's length at which to take stills: many videos begin or end with a dark picture. */
const places = [0.02, 0.15, 0.35];
const maxMs = 15_000;
const quality = 0.8;

interface Size {
  width: number;
  height: number;
}

/**
 * Takes a still from a video, as JPEG. The largest of several stills is used, since it has the most detail.
 * @returns null if this browser can't play the video, or takes too long
 */
export async function takeStill(video: Blob): Promise<Blob | null> {
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, maxMs, null));
  return Promise.race([grabStill(video).catch(() => null), tooLong]);
}

async function grabStill(video: Blob): Promise<Blob | null> {
  const stills = (await decodedStills(video).catch(() => null)) ?? (await playedStills(video));
  const [best = null] = stills.sort((a, b) => b.size - a.size);
  return best !== null && best.size <= maxPosterBytes ? best : null;
}

/** Takes stills with WebCodecs; null in browsers without it, or without this codec. */
async function decodedStills(video: Blob): Promise<Blob[] | null> {
  const input = new Input({ source: new BlobSource(video), formats: [MP4, QTFF, MATROSKA, WEBM] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null || !(await track.canDecode())) return null;
  const size = smallSize(await track.getDisplayWidth(), await track.getDisplayHeight());
  const sink = new CanvasSink(track, { ...size, fit: 'fill' });
  const stills: Blob[] = [];
  for (const at of await timesOf(track)) {
    const found = await sink.getCanvas(at);
    if (found !== null) stills.push(await jpegOf(found.canvas, size));
  }
  return stills.length > 0 ? stills : null;
}

/** Times at which to take stills. Frames that the creator trimmed from the start have times below 0. */
async function timesOf(track: InputVideoTrack): Promise<number[]> {
  const [start, end] = [Math.max(0, await track.getFirstTimestamp()), await track.computeDuration()];
  return places.map((place) => start + (end - start) * place);
}

/** Takes stills with a video element, which every browser has. */
async function playedStills(video: Blob): Promise<Blob[]> {
  const url = URL.createObjectURL(video);
  const player = Object.assign(document.createElement('video'), { muted: true, playsInline: true, preload: 'auto' });
  try {
    player.src = url;
    await once(player, 'loadeddata');
    const size = smallSize(player.videoWidth, player.videoHeight);
    const stills: Blob[] = [];
    for (const place of places) {
      player.currentTime = player.duration * place;
      await once(player, 'seeked');
      stills.push(await jpegOf(player, size));
    }
    return stills;
  } finally {
    player.removeAttribute('src');
    player.load();
    URL.revokeObjectURL(url);
  }
}

const once = (player: HTMLVideoElement, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    player.addEventListener(event, () => resolve(), { once: true });
    player.addEventListener('error', () => reject(new Error('This browser can’t play the video')), { once: true });
  });

async function jpegOf(picture: CanvasImageSource, { width, height }: Size): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture')) : resolve(blob)), 'image/jpeg', quality),
  );
}
