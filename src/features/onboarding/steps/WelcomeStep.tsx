import { limits } from '#domain/limits.ts';
import classes from '../Onboarding.module.css';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** Overview of the questions to come. */
export function WelcomeStep({ brand, onDone }: StepProps) {
  const { save, busy } = useStep({ brand, onDone }, { step: 'welcome', failure: 'Something went wrong.' });
  return (
    <StepFrame
      busy={busy}
      lead="Your account is approved. A few questions about your brand, then you can invite creators. It takes about five minutes, and you can stop at any time: we keep your place."
      next="Get started"
      onSubmit={() => save({})}
      step="welcome"
      title={`Welcome, ${brand.name}`}
    >
      <ol className={classes.plan}>
        <li>
          <strong>Tell creators who you are</strong>
          <span>What you make, your logo, your website and your social media.</span>
        </li>
        <li>
          <strong>Fund your account</strong>
          <span>From ${limits.minFundsCents / 100}. It is yours to spend on campaigns.</span>
        </li>
        <li>
          <strong>Create your first campaign</strong>
          <span>We invite creators, you approve what they make.</span>
        </li>
      </ol>
    </StepFrame>
  );
}
