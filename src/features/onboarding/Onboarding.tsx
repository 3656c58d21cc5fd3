import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nextOnboardingStep } from '#domain/onboarding.ts';
import { brandQuery } from '#features/auth/public.ts';
import { useFlags } from '#features/flags/public.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { OnceOpened } from '#ui/OnceOpened.tsx';

const OnboardingModal = lazyPart(async () => (await import('./OnboardingModal.tsx')).OnboardingModal);

/**
 * Over the dashboard until every step of the brand is done. A brand as it was painted at the start may have come further
 * since, on another device: it opens once that one has been asked for, with whatever outcome.
 */
export function Onboarding() {
  const { data: brand, isStale, isFetching } = useSuspenseQuery(brandQuery());
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && !(isStale && isFetching)) setIsSettled(true);
  const flags = useFlags();
  const opened = isSettled && flags.onboarding && nextOnboardingStep(brand) !== null;
  return <OnceOpened opened={opened}>{(isOpen) => <OnboardingModal brand={brand} opened={isOpen} />}</OnceOpened>;
}
