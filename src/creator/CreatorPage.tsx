import { useQuery } from '@tanstack/react-query';
import { BadLink, badLinkOf } from './BadLink.tsx';
import { codeOf, isNetwork } from './failure.ts';
import { LoadTrouble, OfferSkeleton } from './LoadStates.tsx';
import { OfferScreen } from './OfferScreen.tsx';
import { offerQuery } from './queries.ts';
import { useKeepTrying } from './use-keep-trying.ts';

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
