import { endpoints } from '#contract/calls/endpoints.ts';
import type { CreatorMove } from '#contract/creator/creator.ts';
import { type Callable, call, newKey } from './call.ts';

/** Opens an offer with the token of its creator's link. */
export const openLink = (server: Callable, token: string) => call(server, endpoints.getCreatorOffer, { token });

/** Makes a move with the token of a creator's link, on this version of the offer. */
export const moveByLink = (server: Callable, token: string, body: CreatorMove, version = 0, key = newKey()) =>
  call(server, endpoints.makeCreatorMove, { token, body, key, ifMatch: String(version) });
