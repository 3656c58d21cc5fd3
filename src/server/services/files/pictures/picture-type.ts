/** Type of stored pictures. Separate from the code that makes them, since the server process itself loads no decoder. */
export const pictureType = { mime: 'image/webp', extension: 'webp' } as const;
