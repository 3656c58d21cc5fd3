/** Last position of each video, in seconds, by URL. A video watched to its end restarts. */
const places = new Map<string, number>();

export const placeIn = (src: string): number => places.get(src) ?? 0;

export const notePlace = (src: string, { ended, currentTime }: Pick<HTMLVideoElement, 'ended' | 'currentTime'>): void =>
  void places.set(src, ended ? 0 : currentTime);
