import { useQuery } from '@tanstack/react-query';
import { codeOf, isNetwork } from './data/failure.ts';
import { offerQuery } from './data/queries.ts';
import { BadLink, badLinkOf } from './frame/BadLink.tsx';
import { LoadTrouble, OfferSkeleton } from './frame/LoadStates.tsx';
import { OfferScreen } from './frame/OfferScreen.tsx';
import { useKeepTrying } from './moves/use-keep-trying.ts';

/** The page behind a creator's link, in each of its states. */
export function CreatorPage({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({ ...offerQuery(token), enabled: token !== '' });
  useKeepTrying(error, isFetching, refetch);
  const badLink = token === '' ? 'unknown' : badLinkOf(codeOf(error));
  if (badLink !== null) return <BadLink kind={badLink} token={token} />;
  if (data !== undefined) return <OfferScreen isCut={isNetwork(error)} offer={data} token={token} />;
  if (error === null) return <OfferSkeleton />;
  return <LoadTrouble error={error} isAsking={isFetching} onAsk={() => void refetch()} />;
}
