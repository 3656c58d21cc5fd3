/** iPhones allow fullscreen only for videos, with a method of their own. */
type ApplePhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Opens a video in fullscreen, with the browser's own controls; null if that isn't possible. */
export function fullscreenOf(video: ApplePhoneVideo | null): (() => void) | null {
  if (video === null) return null;
  if (document.fullscreenEnabled && 'requestFullscreen' in video) return () => void openFullscreen(video);
  const { webkitEnterFullscreen } = video;
  return webkitEnterFullscreen ? () => webkitEnterFullscreen.call(video) : null;
}

async function openFullscreen(video: HTMLVideoElement): Promise<void> {
  video.controls = true;
  const leave = () => {
    if (document.fullscreenElement === video) return;
    video.controls = false;
    document.removeEventListener('fullscreenchange', leave);
  };
  document.addEventListener('fullscreenchange', leave);
  try {
    await video.requestFullscreen();
  } catch {
    // Fullscreen was refused, for example in an iframe without permission, so the video stays in place.
    leave();
  }
}
