import sharp from 'sharp';
import { place } from './make.ts';

/** A still as a browser takes it, in base64, with the location in its metadata. */
export async function aStill(width = 64): Promise<string> {
  const picture = sharp({ create: { width, height: 36, channels: 3, background: { r: 11, g: 110, b: 79 } } });
  const jpeg = await picture
    .withExif({ IFD0: { ImageDescription: place } })
    .jpeg()
    .toBuffer();
  return jpeg.toString('base64');
}
