/** Types of stored pictures. Apart from the code that makes them: the server itself loads no decoder. */
export const pictureType = { mime: 'image/webp', extension: 'webp' } as const;
