/** iPhones show videos alone in full screen, by a method of their own. */
type ApplePhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Opens a video in full screen, with the browser's own controls; null where that can't be. */
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
    // Refused, such as in a frame that may not: it stays where it is.
    leave();
  }
}
