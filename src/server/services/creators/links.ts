import { signedNames } from '../shared/signed-names.ts';

/** The fields of an offer about its links: `linkGeneration` is the newest, `linkSince` the oldest that still works. */
export interface LinkedOffer {
  id: string;
  linkGeneration: number;
}

export interface CreatorLinks {
  /** The token of an offer's newest link: always the same, so every mail carries the same link and nothing is stored. */
  tokenOf(offer: LinkedOffer): string;
  /** The address of the creator's page. */
  urlOf(offer: LinkedOffer): string;
  /** Null for a token that isn't ours. */
  read(token: string): { offerId: `off_${string}`; generation: number } | null;
}

/**
 * Links such as `/c/off_01J….1.<mac>`: named by offer and generation, and made unforgeable by the server's secret. A newer
 * generation ends the older ones once a move was made by it: see use-link.ts.
 * @param publicUrl where users reach the app, without a slash at the end
 */
export function creatorLinks(secret: string, publicUrl: () => string): CreatorLinks {
  const names = signedNames(secret, 'creator link');
  const tokenOf = ({ id, linkGeneration }: LinkedOffer) => names.sign(`${id}.${linkGeneration}`);
  return {
    tokenOf,
    urlOf: (offer) => `${publicUrl()}/c/${tokenOf(offer)}`,
    read(token) {
      const match = /^off_([0-9A-HJKMNP-TV-Z]{26})\.([1-9]\d{0,8})$/.exec(names.read(token) ?? '');
      if (match === null) return null;
      const [, ulid = '', generation = ''] = match;
      return { offerId: `off_${ulid}`, generation: Number(generation) };
    },
  };
}
