import { loadStripe } from '@stripe/stripe-js/pure';

/** Stripe's library, loaded once. */
export const stripeQuery = (publishableKey: string) => ({
  queryKey: ['stripe', publishableKey],
  queryFn: () => loadStripe(publishableKey, { locale: 'en' }),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});
