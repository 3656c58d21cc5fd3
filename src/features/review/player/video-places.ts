/** Position at which each video was left, in seconds, by its address. One that was seen to its end begins again. */
const places = new Map<string, number>();

export const placeIn = (src: string): number => places.get(src) ?? 0;

export const notePlace = (src: string, { ended, currentTime }: Pick<HTMLVideoElement, 'ended' | 'currentTime'>): void =>
  void places.set(src, ended ? 0 : currentTime);
