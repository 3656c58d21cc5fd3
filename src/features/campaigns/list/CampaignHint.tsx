import { Button, Popover } from '@mantine/core';
import { type RefCallback, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { openWizard } from '#app/wizard-request.ts';
import type { Campaign } from '#contract/campaign.ts';
import { useEscape } from '#ui/escape.ts';
import { Icon } from '#ui/icons.tsx';
import { OnceOpened } from '#ui/OnceOpened.tsx';
import classes from './CampaignHint.module.css';

const inReview = 'Your campaign is in review. Please allow up to 24 hours for this process to be completed.';
/** Long enough for a pointer to cross from the sign to what it opened. */
const leaveMs = 200;

interface Props {
  campaign: Pick<Campaign, 'id' | 'approvalStatus' | 'rejectionReason' | 'status'>;
  /** Name for screen readers. */
  title: string;
  onArchive: () => void;
}

/** Why a campaign is in review or was rejected. Opens on hover, focus and tap, and stays while it is used. */
export function CampaignHint({ campaign, title, onArchive }: Props) {
  // Id of the open hint: when the list is scrolled, the sign becomes another campaign's.
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
    // The dropdown is inside, so that hover, focus and Tab go from the sign into it and out of both.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches; what acts are the buttons inside
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
        aria-label={`${campaign.approvalStatus === 'REJECTED' ? 'Why was it rejected' : 'About the review'}: ${title}`}
        className={classes.sign}
        id={id}
        onClick={stay}
        ref={sign}
        type="button"
      >
        <Icon name="info" size={18} />
      </button>
      <OnceOpened opened={opened}>
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

interface WordsProps extends Pick<Props, 'campaign' | 'onArchive'> {
  /** Of the sign. */
  id: string;
  sign: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** Content of the hint, made when it is first opened: a list has many signs, and few are asked. */
function HintWords({ campaign, id, sign, opened, onChange, onArchive }: WordsProps) {
  const rejected = campaign.approvalStatus === 'REJECTED';
  const act = (action: () => void) => () => {
    onChange(false);
    action();
  };
  return (
    <Popover
      onChange={onChange}
      opened={opened}
      position="bottom-end"
      shadow="md"
      width={280}
      withinPortal={false}
      withRoles={false}
    >
      <Popover.Target>
        <StandIn for={sign} />
      </Popover.Target>
      <Popover.Dropdown
        aria-labelledby={id}
        className={classes.dropdown ?? ''}
        id={`${id}-words`}
        role="dialog"
        tabIndex={-1}
      >
        <p>{rejected ? (campaign.rejectionReason ?? 'No reason was given.') : inReview}</p>
        {rejected && campaign.status === 'ACTIVE' && (
          <>
            <Button
              fullWidth
              leftSection={<Icon name="edit" size={18} />}
              onClick={act(() => openWizard({ kind: 'resubmit', campaignId: campaign.id }))}
            >
              Edit & Resubmit
            </Button>
            <Button
              fullWidth
              leftSection={<Icon name="archive" size={18} />}
              onClick={act(onArchive)}
              variant="default"
            >
              Archive Campaign
            </Button>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Tells the popover what it belongs to, which was there before it. */
function StandIn({ for: target, ref }: { for: RefObject<HTMLElement | null>; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => {
    ref?.(target.current);
    return () => {
      ref?.(null);
    };
  }, [target, ref]);
  return null;
}
