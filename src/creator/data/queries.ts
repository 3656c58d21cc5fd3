import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { type CreatorOffer, getCreatorOffer } from '#contract/creator/creator.ts';
import { callCreator } from './http.ts';

/** Poll intervals of an open page: for a decision by the brand or the team, and for the end of transcoding. */
const everyMs = { usually: 60_000, processing: 5_000 };

/** Responses arrive out of order on a bad network, so a newer one is never replaced with an older one. */
const newest = (held: CreatorOffer | undefined, came: CreatorOffer) =>
  held !== undefined && isOlder(came, held) ? held : replaceEqualDeep(held, came);

/** Saving a payment reference isn't a move: the reference has its own version. */
const isOlder = (came: CreatorOffer, held: CreatorOffer): boolean =>
  held.version === came.version && held.payment !== null && came.payment !== null
    ? held.payment.version > came.payment.version
    : held.version > came.version;

export const offerKey = ['offer'] as const;

/** Query for the offer of a link. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: offerKey,
    queryFn: async ({ signal }) => (await callCreator(getCreatorOffer, { token, signal })).data,
    structuralSharing: (held, came) => newest(held as CreatorOffer | undefined, came as CreatorOffer),
    refetchInterval: ({ state: { data } }) =>
      [data?.draft?.state, data?.original?.state].includes('processing') ? everyMs.processing : everyMs.usually,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
