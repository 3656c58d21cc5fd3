import { uploadFile } from '#api/upload.ts';
import { tooManyFiles } from '#contract/brand/campaign.ts';
import { maxBriefLength } from '#contract/wire/bounds.ts';
import { limits } from '#domain/shared/limits.ts';
import type { Example } from '../draft/draft.ts';

const videos = ['video/mp4', 'video/quicktime'];
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const taken = [...pictures, 'image/heic', ...videos];

/**
 * Value for a file input's `accept`. HEIC is accepted but not listed: Safari converts a phone's pictures to JPEG only
 * if the list has neither HEIC nor all images (https://github.com/WebKit/WebKit/pull/25443).
 */
export const acceptedExamples = [...pictures, ...videos].join(',');

/** The reason more files can't be added; null if they can. */
export function examplesProblem(files: readonly File[], have: number): string | null {
  if (have + files.length > maxBriefLength.files) return tooManyFiles;
  if (files.some(({ type }) => !taken.includes(type))) return 'File is not supported';
  const isTooLarge = ({ type, size }: File) =>
    size > (videos.includes(type) ? limits.upload.videoBytes : limits.upload.fileBytes);
  return files.some(isTooLarge) ? 'File is too large' : null;
}

/** Uploads a file; returns the URL for creators. Uploading the same file again returns the same URL. */
export async function uploadExample(file: File, options: Parameters<typeof uploadFile>[2]): Promise<Example> {
  const stored = await uploadFile('campaigns/media', file, options);
  return { kind: stored.mime.startsWith('video/') ? 'video' : 'image', url: stored.url };
}
