import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isOld } from '#app/attempts/attempts.ts';
import { useBackButton } from '#app/use-back-button.ts';
import { closeWizard } from '#app/wizard-request.ts';
import { Icon } from '#ui/icons.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { StepHeading } from '#ui/StepHeading.tsx';
import classes from '../Wizard.module.css';
import { type Attempt, creations } from './creations.ts';
import { useConclude } from './use-conclude.ts';

/** A campaign that was asked for and may exist by now. It is being asked about, here or with the wizard closed. */
export function Checking({ attempt }: { attempt: Attempt }) {
  const conclude = useConclude();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => creations.askAgain(attempt.key, true),
    retry: false,
    onSuccess: (outcome) => outcome && outcome.kind !== 'unknown' && conclude(attempt, outcome, true),
  });
  useBackButton(closeWizard);
  const old = isOld(attempt);
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
                The answer to “{attempt.body.title}”, sent <RelativeTime at={attempt.askedAt} />, was lost on its way.{' '}
                {old
                  ? 'Ask again to find out: it is created once, however often it is asked for.'
                  : 'We ask until we know. It is created once, however often it is asked for. You can close this.'}
              </>
            }
            order={3}
            title="We’re checking whether your campaign was created"
          />
          {isSuccess && !isPending && <p className={classes.again}>Nobody could say yet. Try again in a moment.</p>}
        </div>
      </div>
      <div className={classes.footer}>
        <div className={classes.buttons}>
          <Button onClick={closeWizard} variant="default">
            Close
          </Button>
          <Button className={classes.next ?? ''} loading={isPending} onClick={() => mutate()}>
            Ask again
          </Button>
        </div>
      </div>
    </>
  );
}
