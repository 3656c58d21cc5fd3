import { Suspense } from 'react';
import { isNetworkFailure, messageOf } from '#api/error.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Failure } from '#ui/states/States.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import type { CardProps } from './card-result.ts';
import type { CardSetup } from './card-setup.ts';
import { SandboxCard } from './SandboxCard.tsx';

const StripeCard = lazyPart(async () => (await import('./StripeCard.tsx')).StripeCard);

const skeletons = (
  <Loading label="Loading the card form">
    <SkeletonLines count={5} />
  </Loading>
);

/** The card form of the configured provider, or the reason why there is none. */
export function Card({ setup, ...props }: CardProps & { setup: CardSetup }) {
  switch (setup.kind) {
    case 'loading':
      return skeletons;
    case 'failed':
      return isNetworkFailure(setup.error) ? (
        <NeedsConnection />
      ) : (
        <Failure
          detail={messageOf(setup.error)}
          onRetry={setup.retry}
          retrying={setup.retrying}
          title="Couldn’t load the card form"
        />
      );
    case 'no-key':
      return (
        <Failure detail="We can’t accept cards right now. Please contact support." title="No publishable key found" />
      );
    case 'sandbox':
      return <SandboxCard key={setup.clientSecret} {...props} />;
    case 'stripe':
      return (
        <Suspense fallback={skeletons}>
          <StripeCard clientSecret={setup.clientSecret} publishableKey={setup.publishableKey} {...props} />
        </Suspense>
      );
  }
}
