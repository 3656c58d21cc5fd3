import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nextOnboardingStep } from '#domain/campaigns/onboarding.ts';
import { brandQuery } from '#features/auth/public.ts';
import { useFlags } from '#features/flags/public.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';

const OnboardingModal = lazyPart(async () => (await import('./OnboardingModal.tsx')).OnboardingModal);

/**
 * Covers the dashboard until the brand has completed every step. The brand may have progressed on another device, so
 * this opens only after a refetch, even a failed one.
 */
export function Onboarding() {
  const { data: brand, isStale, isFetching } = useSuspenseQuery(brandQuery());
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && !(isStale && isFetching)) setIsSettled(true);
  const flags = useFlags();
  const opened = isSettled && flags.onboarding && nextOnboardingStep(brand) !== null;
  return <OnceOpened opened={opened}>{(isOpen) => <OnboardingModal brand={brand} opened={isOpen} />}</OnceOpened>;
}
