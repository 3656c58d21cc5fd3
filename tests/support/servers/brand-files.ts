import sharp from 'sharp';
import type { endpoints } from '#contract/calls/endpoints.ts';
import type { CallOf } from '#contract/wire/endpoint.ts';

type Body = CallOf<typeof endpoints.uploadFiles>['body'];

/** Body of a brand's file upload, by default of pictures for its profile. */
export const uploadOf = (
  contents: readonly Buffer[],
  {
    destination: destinationPath = 'brand/profile-picture/',
    name: filename = 'logo.png',
    mime = 'image/png',
  }: { destination?: Body['destinationPath']; name?: string; mime?: string } = {},
): Body => ({
  destinationPath,
  files: contents.map((content) => ({ fileBase64: content.toString('base64'), filename, mime })),
});

/** A PNG in a single color. */
export const flatPicture = ({ width = 40, height = 30, r = 11, g = 110, b = 79 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
