import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { type OnboardingStep, onboardingSteps } from '#contract/brand/brand.ts';
import { StepHeading } from '#ui/text/StepHeading.tsx';
import classes from '../Onboarding.module.css';

interface Props {
  step: OnboardingStep;
  title: string;
  lead?: ReactNode;
  /** Picture above the title. */
  mark?: ReactNode;
  children?: ReactNode;
  onBack?: (() => void) | undefined;
  onSubmit: () => void;
  next?: string;
  busy: boolean;
  /** True while the user can't continue. */
  blocked?: boolean;
  /** Replaces the buttons. */
  footer?: ReactNode;
}

/** Layout of one step: heading, content, and the buttons to continue and go back. */
export function StepFrame({
  step,
  title,
  lead,
  mark,
  children,
  onBack,
  onSubmit,
  next = 'Next',
  busy,
  blocked,
  footer,
}: Props) {
  const online = useOnline();
  return (
    <form
      className={classes.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={classes.content}>
        <StepHeading
          lead={lead}
          mark={mark}
          order={2}
          place={`Step ${onboardingSteps.indexOf(step) + 1} of ${onboardingSteps.length}`}
          title={title}
        />
        {children}
      </div>
      <div className={classes.footer} data-no-toasts>
        <p className={classes.offline} role="status">
          {online ? '' : 'You’re offline. Your entries stay here. Reconnect to continue.'}
        </p>
        {footer ?? (
          <div className={classes.buttons}>
            {onBack && (
              <Button disabled={busy} onClick={onBack} variant="default">
                Back
              </Button>
            )}
            <Button className={classes.next ?? ''} disabled={!online || blocked === true} loading={busy} type="submit">
              {next}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
