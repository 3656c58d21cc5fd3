/** A browser that can't seek in a video, as iOS in its low-power mode, may never say so. */
const longestMs = 10_000;
/** Width of a drawn frame in px: twice that on the screen, for dense displays. */
const frameWidth = 160;

export interface FrameGrabber {
  /** Draws the frame of a second; false where this browser can't. */
  draw: (canvas: HTMLCanvasElement, atS: number) => Promise<boolean>;
  stop: () => void;
}

function arrives(video: HTMLVideoElement, event: 'loadedmetadata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(false), longestMs);
    const good = () => done(true);
    const bad = () => done(false);
    function done(isThere: boolean) {
      clearTimeout(timer);
      video.removeEventListener(event, good);
      video.removeEventListener('error', bad);
      if (isThere) resolve();
      else reject(new Error('No frame'));
    }
    video.addEventListener(event, good);
    video.addEventListener('error', bad);
  });
}

/** Draws frames of a video with a player of its own that is never shown. It loads when the first frame is asked for. */
export function frameGrabber(src: string): FrameGrabber {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  let ready: Promise<void> | null = null;
  // A player can be at one place only, so frames are drawn one after another.
  let last: Promise<unknown> = Promise.resolve();

  async function drawNow(canvas: HTMLCanvasElement, atS: number): Promise<boolean> {
    ready ??= load();
    await ready;
    const sought = arrives(video, 'seeked');
    // A remark at the very end would show no frame.
    video.currentTime = Math.max(0, Math.min(atS, video.duration - 0.1));
    await sought;
    const scale = frameWidth / video.videoWidth;
    canvas.width = frameWidth;
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas.height > 0;
  }
  function load(): Promise<void> {
    const loaded = arrives(video, 'loadedmetadata');
    video.preload = 'auto';
    video.src = src;
    return loaded;
  }
  return {
    draw(canvas, atS) {
      const drawn = last.then(() => drawNow(canvas, atS)).catch(() => false);
      last = drawn;
      return drawn;
    },
    stop() {
      if (ready === null) return;
      // Without a source the browser ends its requests.
      video.removeAttribute('src');
      video.load();
    },
  };
}
