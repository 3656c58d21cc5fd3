import type { ActionNeedingAttention } from '#app/intents/attention-text.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { OfferBadge } from '#features/offers/public.ts';
import { exactTime } from '#ui/text/relative-time.ts';
import { ConflictView } from './conflict/ConflictView.tsx';
import { AttemptLine } from './history/Tries.tsx';
import panel from './Review.module.css';
import { ReviewDue } from './ReviewDue.tsx';
import type { ShownVersion } from './versions/use-shown-version.ts';
import { VersionLine } from './versions/VersionNotes.tsx';
import { VersionSwitch } from './versions/VersionSwitch.tsx';

interface Props {
  offer: Offer;
  /** A refused decision, if any. */
  refused: ActionNeedingAttention | null;
  version: ShownVersion;
}

/** An offer's state, its visible version, and the switch to other versions. */
export function ReviewTop({ offer, refused, version }: Props) {
  const { enteredAt } = offer.currentStage;
  return (
    <div className={panel.top}>
      <div className={panel.stage}>
        <OfferBadge offer={offer} />
        <time className={panel.faint} dateTime={enteredAt}>
          {exactTime(new Date(enteredAt))}
        </time>
      </div>
      {refused && <ConflictView announced attended={refused} />}
      {version.shown === null ? <AttemptLine offer={offer} /> : <VersionLine version={version.shown} />}
      <ReviewDue offer={offer} />
      <VersionSwitch {...version} />
    </div>
  );
}
