import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { errorTexts } from '#api/error.ts';
import { tellWorker } from '#api/worker-link.ts';
import { type QueuedAction, unreadable } from '#contract/sync-status.ts';
import { canSendAgain } from '#domain/attention-words.ts';
import { campaignIn, offerIn } from '#domain/brand-record.ts';
import { creatorName } from '#domain/offer-stage.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { PlatformIcon } from '#ui/PlatformIcon.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { toastError, toastInfo } from '#ui/toast.tsx';
import { BothSides } from './BothSides.tsx';
import { intentLabel } from './intent-label.ts';
import classes from './QueueDrawer.module.css';

const states = {
  waiting: { label: 'Waiting to send', tone: 'amber', icon: 'clock' },
  sending: { label: 'Sending…', tone: 'blue', icon: 'send' },
  attention: { label: 'Needs attention', tone: 'red', icon: 'alert' },
} as const;

async function tell(type: 'undo' | 'retry' | 'discard', actionId: string): Promise<void> {
  const reply = await tellWorker({ type, actionId });
  if (reply?.ok === false && reply.isTooLate) {
    toastInfo(type === 'undo' ? 'Too late to undo' : 'Already settled', { detail: reply.message, durationMs: 5000 });
  } else if (!reply?.ok) {
    toastError('Something went wrong.', { detail: reply?.message ?? errorTexts.tryAgain, id: actionId });
  }
}

interface Props {
  action: QueuedAction;
  /** The link to the offer was followed. */
  onLeave: () => void;
}

/** One decision: what, on which offer, when, how it stands, and what can be done about it. */
export function QueuedActionItem({ action, onLeave }: Props) {
  const { actionId, state, attention } = action;
  const offerSeen = offerIn(action.seen);
  const campaign = campaignIn(action.seen);
  const creator = offerSeen ? creatorName(offerSeen) : campaign && (campaign.name ?? 'Campaign');
  const what = intentLabel(action);
  const subject = [what, creator].filter(Boolean).join(', ');
  const named = (verb: string) => ({ 'aria-label': `${verb}: ${subject}`, children: verb });
  // Nothing is given up where it may have arrived: it is only not told of any more.
  const discard = attention?.certainty === 'unknown' ? 'Dismiss' : 'Discard';
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        {offerSeen && <Avatar name={creatorName(offerSeen)} src={offerSeen.socialAccount.avatarUrl} />}
        <div className={classes.who}>
          <strong>{what}</strong>
          {campaign && (
            <Link
              className={classes.offer}
              onClick={onLeave}
              params={{ campaignId: campaign.id }}
              to="/dashboard/campaigns/$campaignId"
            >
              {creator}
            </Link>
          )}
          {offerSeen && (
            <>
              <Link
                className={classes.offer}
                onClick={onLeave}
                params={{ campaignId: offerSeen.campaignId }}
                search={{ offerId: offerSeen.id }}
                to="/dashboard/campaigns/$campaignId"
              >
                {creator}
              </Link>
              <span className={classes.handle}>
                <PlatformIcon platform={offerSeen.socialAccount.platform} size={14} />
                <span>@{offerSeen.socialAccount.username}</span>
              </span>
            </>
          )}
        </div>
        {action.kind !== unreadable && (
          <span className={classes.when}>
            <RelativeTime at={action.queuedAt} />
          </span>
        )}
      </div>
      <Badge {...states[state]} />
      {state === 'attention' && <BothSides action={action} onLeave={onLeave} />}
      <div className={classes.buttons}>
        {state === 'waiting' && (
          <Button onClick={() => void tell('undo', actionId)} variant="default" {...named('Undo')} />
        )}
        {state === 'attention' && (
          <>
            {canSendAgain(action) && <Button onClick={() => void tell('retry', actionId)} {...named('Retry')} />}
            <Button color="red" onClick={() => void tell('discard', actionId)} variant="outline" {...named(discard)} />
          </>
        )}
      </div>
    </li>
  );
}
