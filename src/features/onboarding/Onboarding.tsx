import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nextOnboardingStep } from '#domain/campaigns/onboarding.ts';
import { brandQuery } from '#features/auth/public.ts';
import { useFlags } from '#features/flags/public.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';

const OnboardingModal = lazyPart(async () => (await import('./OnboardingModal.tsx')).OnboardingModal);

/**
 * Covers the dashboard until every step of the brand is done. The stored brand may have come further on another device: the
 * onboarding opens once the brand was fetched again, whatever the outcome.
 */
export function Onboarding() {
  const { data: brand, isStale, isFetching } = useSuspenseQuery(brandQuery());
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && !(isStale && isFetching)) setIsSettled(true);
  const flags = useFlags();
  const opened = isSettled && flags.onboarding && nextOnboardingStep(brand) !== null;
  return <OnceOpened opened={opened}>{(isOpen) => <OnboardingModal brand={brand} opened={isOpen} />}</OnceOpened>;
}
