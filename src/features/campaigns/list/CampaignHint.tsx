import { useEffect, useId, useRef, useState } from 'react';
import { useEscape } from '#ui/controls/escape.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Icon } from '#ui/media/icons.tsx';
import classes from './CampaignHint.module.css';
import type { CampaignWithHint } from './HintWords.tsx';

const HintWords = lazyPart(async () => (await import('./HintWords.tsx')).HintWords);

/** Time for the pointer to move from the icon to the popover, ms. */
const leaveMs = 200;

interface Props {
  campaign: CampaignWithHint;
  /** Title of the campaign, for the accessible name. */
  title: string;
  onArchive: () => void;
}

/** Explains why a campaign is in review or was rejected. Opens on hover, focus and tap, and stays open while in use. */
export function CampaignHint({ campaign, title, onArchive }: Props) {
  // Keyed by campaign, since scrolling the list may reuse the icon for another one.
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const opened = openedFor === campaign.id;
  const setOpened = (opened: boolean) => setOpenedFor(opened ? campaign.id : null);
  const sign = useRef<HTMLButtonElement>(null);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEscape(opened, () => setOpened(false));
  const stay = () => {
    clearTimeout(timer.current);
    setOpened(true);
  };
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(false), leaveMs);
  };
  return (
    // The dropdown is a child, so that hover, focus and Tab can move from the icon into it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches; the buttons inside are the controls
    <span
      className={classes.hint}
      data-open={opened || undefined}
      onBlur={leave}
      onFocus={stay}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && stay()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}
    >
      <button
        aria-controls={opened ? `${id}-words` : undefined}
        aria-expanded={opened}
        aria-haspopup="dialog"
        aria-label={`${campaign.approvalStatus === 'REJECTED' ? 'Why it was rejected' : 'About the review'}: ${title}`}
        className={classes.sign}
        id={id}
        onClick={stay}
        ref={sign}
        type="button"
      >
        <Icon name="info" size={18} />
      </button>
      <OnceOpened isTooltip opened={opened}>
        {(isOpen) => (
          <HintWords
            campaign={campaign}
            id={id}
            onArchive={onArchive}
            onChange={setOpened}
            opened={isOpen}
            sign={sign}
          />
        )}
      </OnceOpened>
    </span>
  );
}
