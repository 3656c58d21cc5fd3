import { loadStripe } from '@stripe/stripe-js/pure';

/** Query that loads Stripe's library once. */
export const stripeQuery = (publishableKey: string) => ({
  queryKey: ['stripe', publishableKey],
  queryFn: () => loadStripe(publishableKey, { locale: 'en' }),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});
