/** Time for the browser to begin with a download, ms. */
const addressKeptMs = 60_000;

/** A phone's share sheet takes the file; the one of a desktop is no place for it. */
export const canShare = (file: File): boolean =>
  window.matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [file] }) ?? false);

/** Puts a file into the browser's downloads. */
export function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), addressKeptMs);
}

/**
 * Gives a file to the phone's share sheet.
 * @returns 'needs-tap' where the browser wants a tap right before; 'refused' where it can't share this one
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
