import { useMemo, useState } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { type Version, versionsOf } from '#domain/review/versions.ts';
import { usePlayer } from '../player/player-handle.ts';
import { notePlace } from '../player/video-places.ts';
import { submissionOf } from '../shown-offer.ts';

export interface ShownVersion {
  /** Oldest first; empty if the offer only has the current version. */
  versions: readonly Version[];
  /** Null while the current version is shown. */
  shown: Version | null;
  show: (version: Version) => void;
  showCurrent: () => void;
  /** Returns a function that seeks a version's video; undefined if that video can't be shown. */
  atTime: (attempt: number) => ((seconds: number) => void) | undefined;
}

/** The visible version of an offer. Another submission or a decision returns to the current one. */
export function useShownVersion(offer: Offer): ShownVersion {
  const versions = useMemo(() => versionsOf(offer), [offer]);
  const player = usePlayer();
  const submission = `${submissionOf(offer)} ${offer.pendingAction?.actionId ?? ''}`;
  const [chosen, choose] = useState({ submission, attempt: -1 });
  const found =
    chosen.submission === submission ? versions.find(({ attempt }) => attempt === chosen.attempt) : undefined;
  const shown = found?.earlier ? found : null;
  const show = ({ attempt }: Version) => choose({ submission, attempt });
  return {
    versions,
    shown,
    show,
    showCurrent: () => choose({ submission, attempt: -1 }),
    atTime(attempt) {
      const version = versions.find((each) => each.attempt === attempt);
      const src = version?.kind === 'draft' ? version.earlier?.fulfillment : null;
      if (!version || !src) return;
      return (seconds) => {
        if (version.attempt === shown?.attempt && player) {
          player.seek(seconds);
          if (player.isPaused()) player.playPause();
          return;
        }
        notePlace(src, { ended: false, currentTime: seconds });
        show(version);
      };
    },
  };
}
