import { type Brand, type OnboardingStep, onboardingSteps } from '#contract/brand/brand.ts';

/** The first step not done, or null when all are. */
export function nextOnboardingStep({ onboarding }: Pick<Brand, 'onboarding'>): OnboardingStep | null {
  return onboardingSteps.find((step) => onboarding[step] !== true) ?? null;
}
