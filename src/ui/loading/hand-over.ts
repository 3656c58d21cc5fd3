/** Delay before the file's URL is revoked, ms, so that the browser can start the download. */
const addressKeptMs = 60_000;

/** True if a phone's share sheet accepts the file. A desktop's share sheet isn't useful here. */
export const canShare = (file: File): boolean =>
  window.matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [file] }) ?? false);

/** Saves a file to the browser's downloads. */
export function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), addressKeptMs);
}

/**
 * Passes a file to the phone's share sheet.
 * @returns 'needs-tap' if the browser requires a tap right before; 'refused' if it can't share this file
 */
export async function share(file: File): Promise<'shared' | 'dismissed' | 'needs-tap' | 'refused'> {
  try {
    await navigator.share({ files: [file], title: file.name });
    return 'shared';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'AbortError') return 'dismissed';
    return name === 'NotAllowedError' ? 'needs-tap' : 'refused';
  }
}
