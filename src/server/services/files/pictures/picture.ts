import sharp from 'sharp';
import { ApiError } from '#server/errors/api-error.ts';

/** Photos from phones have 12 to 50 million pixels. A larger picture is probably meant to exhaust memory. */
const maxPixels = 60_000_000;
/** Longer edge of stored pictures. Stories are 1080 x 1920. */
const maxEdgePx = 1920;
const timeoutSecs = 20;
const readable = new Set(['jpeg', 'png', 'gif', 'tiff', 'heif', 'svg']);

/**
 * Re-encodes a picture from its pixels, which drops everything else in the file (locations, names, scripts, other
 * files). An SVG is rasterized; an animation keeps only its first frame.
 * @throws {ApiError} 415 if the content isn't a JPEG, PNG, GIF, TIFF, HEIC or SVG; 413 for too many pixels
 */
export async function redrawPicture(content: Buffer): Promise<Buffer> {
  // Caching gains nothing, since pictures differ, and small servers are short of memory.
  sharp.cache(false);
  const size = await sizeOf(content);
  // Draw an SVG at the stored size, since many logos declare 24 x 24.
  const density = size.isDrawn ? Math.min(2400, Math.max(72, (72 * maxEdgePx) / size.edgePx / 2)) : undefined;
  try {
    return await sharp(content, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      ...(density === undefined ? {} : { density }),
    })
      .rotate()
      .resize({ width: maxEdgePx, height: maxEdgePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .timeout({ seconds: timeoutSecs })
      .toBuffer();
  } catch {
    throw unreadable(content);
  }
}

async function sizeOf(content: Buffer): Promise<{ edgePx: number; isDrawn: boolean }> {
  // A compressed SVG may expand a thousandfold.
  const isCompressed = content[0] === 0x1f && content[1] === 0x8b;
  const found = isCompressed
    ? null
    : await sharp(content, { limitInputPixels: false })
        .metadata()
        .catch(() => null);
  if (found === null || !readable.has(found.format)) throw unreadable(content);
  const [width = 0, height = 0] = [found.width, found.height];
  if (width < 1 || height < 1) throw unreadable(content);
  if (width * height > maxPixels) {
    throw new ApiError('payload_too_large', `Expected at most ${maxPixels / 1_000_000} megapixels.`);
  }
  return { edgePx: Math.max(width, height), isDrawn: found.format === 'svg' };
}

/** HEIC is a family of formats. Decoders for the one that iPhones use can't be bundled because of patents. */
function unreadable(content: Buffer): ApiError {
  const isHeic = /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(content.toString('latin1', 4, 12));
  return new ApiError(
    'unsupported_media_type',
    isHeic
      ? 'We can’t read this HEIC picture. Save it as a JPEG or PNG and try again.'
      : 'File is not supported. Use a JPEG, PNG, GIF, TIFF or SVG picture that isn’t damaged.',
  );
}
