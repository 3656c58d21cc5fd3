import { entriesOf } from '#domain/shared/keys.ts';
import { jumpSeconds, type PlayerHandle } from './player-handle.ts';

export interface PlayedMedia {
  title: string;
  artist: string;
  /** URL of a still, or null. */
  artwork: string | null;
}

type Actions = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;

function setActions(session: MediaSession, actions: Actions): void {
  for (const [action, handler] of entriesOf(actions)) {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // Browsers throw for actions that they don't support.
    }
  }
}

/** Shows the draft on the lock screen and connects media keys to it. Returns a function that clears both. */
export function startMediaSession({ title, artist, artwork }: PlayedMedia, player: PlayerHandle): () => void {
  const { mediaSession } = navigator;
  if (mediaSession === undefined) return () => undefined;
  mediaSession.metadata = new MediaMetadata({ title, artist, artwork: artwork === null ? [] : [{ src: artwork }] });
  const actions: Actions = {
    play: player.playPause,
    pause: player.playPause,
    seekbackward: ({ seekOffset }) => player.jump(-(seekOffset ?? jumpSeconds)),
    seekforward: ({ seekOffset }) => player.jump(seekOffset ?? jumpSeconds),
    seekto: ({ seekTime }) => seekTime != null && player.seek(seekTime),
  };
  setActions(mediaSession, actions);
  return () => {
    mediaSession.metadata = null;
    setActions(mediaSession, Object.fromEntries(Object.keys(actions).map((action) => [action, null])));
  };
}
