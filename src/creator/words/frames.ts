/** Timeout, since a browser that can't seek, such as iOS in low-power mode, may never report the end of a seek. */
const maxMs = 10_000;
/** Width of a drawn frame in px: twice its size on the screen, for dense displays. */
const frameWidth = 160;

export interface FrameGrabber {
  /** Draws the frame at a time in seconds; false if this browser can't. */
  draw: (canvas: HTMLCanvasElement, atS: number) => Promise<boolean>;
  stop: () => void;
}

function arrives(video: HTMLVideoElement, event: 'loadedmetadata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(false), maxMs);
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

/** Draws a video's frames with a hidden player. It loads when the first frame is requested. */
export function frameGrabber(src: string): FrameGrabber {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  let ready: Promise<void> | null = null;
  // A player has only one position, so frames are drawn one after another.
  let last: Promise<unknown> = Promise.resolve();

  async function drawNow(canvas: HTMLCanvasElement, atS: number): Promise<boolean> {
    ready ??= load();
    await ready;
    const sought = arrives(video, 'seeked');
    // Seeking to the very end would show no frame.
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
      // Removing the source cancels the browser's requests.
      video.removeAttribute('src');
      video.load();
    },
  };
}
