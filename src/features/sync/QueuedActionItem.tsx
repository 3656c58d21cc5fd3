import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { intentLabel, toActionNeedingAttention } from '#app/intents/attention-text.ts';
import { canUndo } from '#contract/brand/intent.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { type QueuedAction, unreadable } from '#contract/worker/sync-status.ts';
import { campaignIn, offerIn } from '#domain/offers/brand-record.ts';
import { creatorName } from '#domain/offers/offer-stage.ts';
import { AttentionButtons, sendQueueCommand, unconfirmedText } from '#features/queue/public.ts';
import { ConflictView } from '#features/review/public.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import { Badge } from '#ui/text/Badge.tsx';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import classes from './QueueDrawer.module.css';

const states = {
  waiting: { label: 'Waiting to send', tone: 'amber', icon: 'clock' },
  sending: { label: 'Sending…', tone: 'blue', icon: 'send' },
  attention: { label: 'Needs attention', tone: 'red', icon: 'alert' },
} as const;

const linkTo = ({ campaignId, id }: Offer) => ({
  to: '/dashboard/campaigns/$campaignId' as const,
  params: { campaignId },
  search: { offerId: id },
});

interface Props {
  action: QueuedAction;
  /** Called when the user follows the link to the offer. */
  onLeave: () => void;
}

/** One queued action: its kind, offer or campaign, time, status, and controls. */
export function QueuedActionItem({ action, onLeave }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { state } = action;
  const offerSeen = offerIn(action.seen);
  const campaign = campaignIn(action.seen);
  const creator = offerSeen ? creatorName(offerSeen) : campaign && (campaign.name ?? 'Campaign');
  const what = intentLabel(action);
  const subject = [what, creator].filter(Boolean).join(', ');
  const attended = toActionNeedingAttention(action);
  const offer = offerIn(attended?.attention.now) ?? offerSeen;
  const toOffer = offer && linkTo(offer);
  const discard = async ({ reviews }: { reviews: boolean }) => {
    const isDone = await sendQueueCommand(client, 'discard', action);
    if (!isDone || !reviews || toOffer === null) return;
    onLeave();
    await navigate(toOffer);
  };
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <ActionSubject action={action} name={creator} onLeave={onLeave} toOffer={toOffer} what={what} />
        {action.kind !== unreadable && (
          <span className={classes.when}>
            <TimeButton at={action.queuedAt} />
          </span>
        )}
      </div>
      <Badge {...states[state]} />
      {state === 'waiting' && action.mayHaveArrived && <p className={classes.unanswered}>{unconfirmedText}</p>}
      {attended && <ConflictView announced={false} attended={attended} />}
      {attended && toOffer && (
        <Link {...toOffer} className={classes.open} onClick={onLeave}>
          Open offer
          <Icon name="next" size={16} />
        </Link>
      )}
      <div className={classes.buttons}>
        {canUndo(action) && (
          <Button
            aria-label={`Undo: ${subject}`}
            onClick={() => void sendQueueCommand(client, 'undo', action)}
            variant="default"
          >
            Undo
          </Button>
        )}
        {attended && (
          <AttentionButtons
            attended={attended}
            offer={offer}
            onDiscard={discard}
            onRetry={() => sendQueueCommand(client, 'retry', action)}
            subject={subject}
          />
        )}
      </div>
    </li>
  );
}

interface SubjectProps extends Props {
  what: string;
  /** Name of the creator or the campaign. */
  name: string | null | undefined;
  toOffer: ReturnType<typeof linkTo> | null;
}

/** The action's kind, and a link to the offer or campaign that it's about. */
function ActionSubject({ action, what, name, toOffer, onLeave }: SubjectProps) {
  const offer = offerIn(action.seen);
  const campaign = campaignIn(action.seen);
  return (
    <>
      {offer && <Avatar name={creatorName(offer)} src={offer.socialAccount.avatarUrl} />}
      <div className={classes.who}>
        <strong>{what}</strong>
        {campaign && (
          <Link
            className={classes.offer}
            onClick={onLeave}
            params={{ campaignId: campaign.id }}
            to="/dashboard/campaigns/$campaignId"
          >
            {name}
          </Link>
        )}
        {offer && toOffer && (
          <>
            <Link {...toOffer} className={classes.offer} onClick={onLeave}>
              {name}
            </Link>
            <span className={classes.handle}>
              <PlatformIcon platform={offer.socialAccount.platform} size={14} />
              <span>@{offer.socialAccount.username}</span>
            </span>
          </>
        )}
      </div>
    </>
  );
}
