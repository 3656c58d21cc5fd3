import type { CreatorMove } from '#contract/creator.ts';
import { endpoints } from '#contract/endpoints.ts';
import { call, newKey } from './call.ts';
import type { TestServer } from './server.ts';

type Server = Pick<TestServer, 'app'>;

/** Opens an offer by the token of its creator's link. */
export const openLink = (server: Server, token: string) => call(server, endpoints.getCreatorOffer, { token });

/** Makes a move by the token of a creator's link, on this version of the offer. */
export const moveByLink = (server: Server, token: string, body: CreatorMove, version = 0, key = newKey()) =>
  call(server, endpoints.makeCreatorMove, { token, body, key, ifMatch: String(version) });
