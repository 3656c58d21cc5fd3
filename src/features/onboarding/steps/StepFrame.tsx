import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useOnline } from '../../../api/online.ts';
import { type OnboardingStep, onboardingSteps } from '../../../contract/brand.ts';
import classes from '../Onboarding.module.css';

interface Props {
  step: OnboardingStep;
  title: string;
  lead?: ReactNode;
  /** A sign above the title. */
  mark?: ReactNode;
  children?: ReactNode;
  onBack?: (() => void) | undefined;
  onSubmit: () => void;
  next?: string;
  busy: boolean;
  /** There is nothing to go on with yet. */
  blocked?: boolean;
  /** In place of the buttons. */
  footer?: ReactNode;
}

/** One step: what it asks, and the way on and back. Its title takes the focus, so that a new step is heard. */
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
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useId();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
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
        <div className={classes.asks}>
          {mark}
          <p className={classes.place} id={place}>
            Step {onboardingSteps.indexOf(step) + 1} of {onboardingSteps.length}
          </p>
          <h2 aria-describedby={place} className={classes.title} data-autofocus ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {children}
      </div>
      <div className={classes.footer}>
        <p className={classes.offline} role="status">
          {online ? '' : 'No network. What you typed stays here; you can go on once there is one.'}
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
