import { limits } from '#domain/shared/limits.ts';
import classes from '../Onboarding.module.css';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** Overview of the upcoming questions. */
export function WelcomeStep({ brand, onDone }: StepProps) {
  const { save, busy } = useStep({ brand, onDone }, { step: 'welcome', failure: 'Something went wrong.' });
  return (
    <StepFrame
      busy={busy}
      lead="Your account is approved. Answer a few questions about your brand, and you can create your first campaign. It takes about five minutes. You can stop at any time and continue later."
      next="Get started"
      onSubmit={() => save({})}
      step="welcome"
      title={`Welcome, ${brand.name}`}
    >
      <ol className={classes.plan}>
        <li>
          <strong>Tell creators who you are</strong>
          <span>Add a description, your logo, your website and your social media.</span>
        </li>
        <li>
          <strong>Fund your account</strong>
          <span>Add at least ${limits.minFundsCents / 100} to spend on your campaigns.</span>
        </li>
        <li>
          <strong>Create your first campaign</strong>
          <span>We invite creators. You approve their work.</span>
        </li>
      </ol>
    </StepFrame>
  );
}
