import { limits } from '#domain/shared/limits.ts';

/** Accepted types by file extension, since browsers don't report a type for some of them. */
const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  tiff: 'image/tiff',
  heic: 'image/heic',
  svg: 'image/svg+xml',
};
const maxFiles = 1;

/**
 * Value for a file input's `accept`. HEIC is accepted but not listed: Safari converts a phone's pictures to JPEG only
 * if the list has neither HEIC nor all images (https://github.com/WebKit/WebKit/pull/25443).
 */
export const acceptedLogos = Object.entries(types)
  .filter(([ending]) => ending !== 'heic')
  .flatMap(([ending, type]) => [type, `.${ending}`])
  .join(',');

export interface Logo {
  name: string;
  mime: string;
  content: Uint8Array<ArrayBuffer>;
}

/** A file's type, from its metadata or its extension; undefined if it isn't accepted. */
function mimeOf({ name, type }: Pick<File, 'name' | 'type'>): string | undefined {
  const said = type.toLowerCase();
  if (Object.values(types).includes(said)) return said;
  return said === '' ? types[name.split('.').at(-1)?.toLowerCase() ?? ''] : undefined;
}

/** The reason why the files can't be used; null if they can. */
export function logoProblem(files: readonly File[]): string | null {
  if (files.length > maxFiles) return `You can only upload up to ${maxFiles} files`;
  if (files.some((file) => mimeOf(file) === undefined)) return 'File is not supported';
  return files.some(({ size }) => size > limits.upload.fileBytes) ? 'File is too large' : null;
}

/** Reads a picture completely, so that moving or changing the file later has no effect. */
export async function readLogo(file: File): Promise<Logo> {
  const content = await new Promise<ArrayBuffer>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('Couldn’t read the file.'));
    reader.readAsArrayBuffer(file);
  });
  return { name: file.name, mime: mimeOf(file) ?? file.type, content: new Uint8Array(content) };
}
