import type { Campaign } from '#contract/brand/campaign.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from '../Wizard.module.css';

/** Shown above each step when editing a campaign: why it was rejected, or how editing affects its review. */
export function EditNotice({ campaign }: { campaign: Campaign }) {
  const isRejected = campaign.approvalStatus === 'REJECTED';
  return (
    <p className={classes.bar} data-tone={isRejected ? 'red' : undefined}>
      <Icon name={isRejected ? 'alert' : 'clock'} size={18} />
      <span>
        {isRejected ? (
          <>
            <strong>Rejected:</strong> {campaign.rejectionReason ?? 'No reason was given.'}
          </>
        ) : (
          'This campaign is in review. Sending your changes starts the review again.'
        )}
      </span>
    </p>
  );
}
