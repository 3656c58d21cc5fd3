import { type Brand, type OnboardingStep, onboardingSteps } from '#contract/brand/brand.ts';

/** The first incomplete step, or null if all are complete. */
export function nextOnboardingStep({ onboarding }: Pick<Brand, 'onboarding'>): OnboardingStep | null {
  return onboardingSteps.find((step) => onboarding[step] !== true) ?? null;
}
