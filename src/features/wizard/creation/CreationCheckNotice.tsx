import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isTooOldToRetry } from '#app/attempts/attempts.ts';
import { useBackButton } from '#app/shell/use-back-button.ts';
import { closeWizard } from '#app/shell/wizard-request.ts';
import { Icon } from '#ui/media/icons.tsx';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import { StepHeading } from '#ui/text/StepHeading.tsx';
import classes from '../Wizard.module.css';
import { type Attempt, creations } from './creations.ts';
import { useReportCreation } from './use-report-creation.ts';

/** Shown while the outcome of a campaign's creation is unknown. Checking continues while the wizard is closed. */
export function CreationCheckNotice({ attempt }: { attempt: Attempt }) {
  const conclude = useReportCreation();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => creations.askAgain(attempt.key, true),
    retry: false,
    onSuccess: (outcome) => outcome && outcome.kind !== 'unknown' && conclude(attempt, outcome, true),
  });
  useBackButton(closeWizard);
  const old = isTooOldToRetry(attempt);
  return (
    <>
      <div className={classes.content}>
        <div className={classes.notice} role="status">
          <span className={classes.noticeMark}>
            <Icon name="clock" size={28} />
          </span>
          <StepHeading
            lead={
              <>
                The connection was lost after “{attempt.body.title}” was sent <RelativeTime at={attempt.askedAt} />.{' '}
                {old
                  ? 'Check again to find out. The campaign is created only once, however often you check.'
                  : 'We’ll keep checking, and the campaign is created only once. You can close this.'}
              </>
            }
            order={3}
            title="We’re checking whether your campaign was created"
          />
          {isSuccess && !isPending && <p className={classes.again}>Still unknown. Try again in a moment.</p>}
        </div>
      </div>
      <div className={classes.footer} data-no-toasts>
        <div className={classes.buttons}>
          <Button onClick={closeWizard} variant="default">
            Close
          </Button>
          <Button className={classes.next ?? ''} loading={isPending} onClick={() => mutate()}>
            Check again
          </Button>
        </div>
      </div>
    </>
  );
}
