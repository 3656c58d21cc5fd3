import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { nextOnboardingStep } from '../../domain/onboarding.ts';
import { OnceOpened } from '../../ui/OnceOpened.tsx';
import { brandQuery } from '../auth/queries.ts';
import { useFlags } from '../flags/queries.ts';

const OnboardingModal = lazy(async () => ({ default: (await import('./OnboardingModal.tsx')).OnboardingModal }));

/** Over the dashboard until every step of the brand is done. */
export function Onboarding() {
  const { data: brand } = useSuspenseQuery(brandQuery());
  const flags = useFlags();
  const opened = flags.onboarding && nextOnboardingStep(brand) !== null;
  return <OnceOpened opened={opened}>{(isOpen) => <OnboardingModal brand={brand} opened={isOpen} />}</OnceOpened>;
}
