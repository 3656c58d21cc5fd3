import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { type CreatorOffer, getCreatorOffer } from '#contract/creator/creator.ts';
import { callCreator } from './http.ts';

/** Intervals at which an open page looks for the brand's or the team's word, and for the end of a rendition. */
const everyMs = { usually: 60_000, processing: 5_000 };

/** Answers come out of order on a bad network: an older one never takes the place of a newer. */
const newest = (held: CreatorOffer | undefined, came: CreatorOffer) =>
  held !== undefined && isOlder(came, held) ? held : replaceEqualDeep(held, came);

/** A saved payment reference isn't a move: it has a version of its own. */
const isOlder = (came: CreatorOffer, held: CreatorOffer): boolean =>
  held.version === came.version && held.payment !== null && came.payment !== null
    ? held.payment.version > came.payment.version
    : held.version > came.version;

export const offerKey = ['offer'] as const;

/** The offer of a link. */
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
