import { Modal } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { requestLogOut } from '#app/session/log-out-request.ts';
import { type Brand, type OnboardingStep, onboardingSteps } from '#contract/brand/brand.ts';
import { nextOnboardingStep } from '#domain/campaigns/onboarding.ts';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import { Mark } from '#ui/text/Mark.tsx';
import classes from './Onboarding.module.css';
import { CompleteStep } from './steps/CompleteStep.tsx';
import { DescriptionStep } from './steps/DescriptionStep.tsx';
import { FundingStep } from './steps/FundingStep.tsx';
import { HandlesStep } from './steps/HandlesStep.tsx';
import { LogoStep } from './steps/LogoStep.tsx';
import { PaymentStep } from './steps/PaymentStep.tsx';
import { StoreLocatorStep } from './steps/StoreLocatorStep.tsx';
import type { StepProps } from './steps/use-step.ts';
import { WebsiteStep } from './steps/WebsiteStep.tsx';
import { WelcomeStep } from './steps/WelcomeStep.tsx';

const steps: Readonly<Record<OnboardingStep, ComponentType<StepProps>>> = {
  welcome: WelcomeStep,
  description: DescriptionStep,
  iconUrl: LogoStep,
  brandUrl: WebsiteStep,
  storeLocatorUrl: StoreLocatorStep,
  socialHandles: HandlesStep,
  initialFunding: FundingStep,
  payment: PaymentStep,
  complete: CompleteStep,
};

const stepAt = (index: number): OnboardingStep =>
  onboardingSteps[Math.max(0, Math.min(index, onboardingSteps.length - 1))] ?? 'complete';

/**
 * A brand's first steps, one question at a time, starting at the first one not done yet. The dialog can't be closed
 * before onboarding is complete.
 */
export function OnboardingModal({ brand, opened }: { brand: Brand; opened: boolean }) {
  const [at, setAt] = useState<OnboardingStep>(() => nextOnboardingStep(brand) ?? 'complete');
  const index = onboardingSteps.indexOf(at);
  const Step = steps[at];
  return (
    <Modal.Root
      closeOnClickOutside={false}
      closeOnEscape={false}
      fullScreen
      onClose={() => undefined}
      opened={opened}
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      <Modal.Content aria-label="Set up your brand" radius={0}>
        <div className={classes.screen}>
          <header className={classes.bar}>
            <Mark size={32} />
            <span className={classes.word}>Afield</span>
            <button className={classes.logOut} onClick={requestLogOut} type="button">
              Log out
            </button>
          </header>
          <ProgressBar
            label={`Step ${index + 1} of ${onboardingSteps.length}`}
            percent={Math.round(((index + 1) / onboardingSteps.length) * 100)}
          />
          <Step
            brand={brand}
            key={at}
            onBack={() => setAt(stepAt(index - 1))}
            onDone={() => setAt(stepAt(index + 1))}
          />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
