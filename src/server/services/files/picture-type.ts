/** What pictures are kept as. Apart from what makes them: the server itself loads no decoder. */
export const pictureType = { mime: 'image/webp', extension: 'webp' } as const;
