import { useQuery } from '@tanstack/react-query';
import { codeOf, isNetwork } from './data/failure.ts';
import { offerQuery } from './data/queries.ts';
import { BadLink, badLinkOf } from './frame/BadLink.tsx';
import { LoadFailed, OfferSkeleton } from './frame/LoadStates.tsx';
import { OfferScreen } from './frame/OfferScreen.tsx';
import { useRetryWithBackoff } from './moves/use-retry-with-backoff.ts';

/** The page behind a creator's link, in each of its states. */
export function CreatorPage({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({ ...offerQuery(token), enabled: token !== '' });
  useRetryWithBackoff(error, isFetching, refetch);
  const badLink = token === '' ? 'unknown' : badLinkOf(codeOf(error));
  if (badLink !== null) return <BadLink kind={badLink} token={token} />;
  if (data !== undefined) return <OfferScreen isCut={isNetwork(error)} offer={data} token={token} />;
  if (error === null) return <OfferSkeleton />;
  return <LoadFailed error={error} isAsking={isFetching} onAsk={() => void refetch()} />;
}
