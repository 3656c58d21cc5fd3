import { signedNames } from '../shared/signed-names.ts';

/** An offer's fields for its links. `linkGeneration` is the generation of the newest link. */
export interface LinkedOffer {
  id: string;
  linkGeneration: number;
}

export interface CreatorLinks {
  /**
   * Returns the token of an offer's newest link. It is deterministic, so every email has the same link and no token is
   * stored.
   */
  tokenOf(offer: LinkedOffer): string;
  /** Returns the URL of the creator's page. */
  urlOf(offer: LinkedOffer): string;
  /** Returns null if the token's format or signature is invalid. */
  read(token: string): { offerId: `off_${string}`; generation: number } | null;
}

/**
 * Creates links such as `/c/off_01J….1.<mac>`, which contain offer and generation and are signed with the server's
 * secret. A newer generation revokes older ones once it is used for a move: see link-generations.ts.
 * @param publicUrl where users reach the app, without a trailing slash
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
