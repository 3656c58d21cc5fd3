import type { Endpoint, RequestOf, ResponseOf } from '#contract/wire/endpoint.ts';
import type { CopyWrite } from './copy-write.ts';
import type { Overlay } from './overlay.ts';
import type { CopyResponse, ResponseContext } from './response-context.ts';

/** A call as parsed by the contract's schemas. */
export interface ParsedCall<E extends Endpoint = Endpoint> extends Pick<RequestOf<E>, 'params' | 'query'> {
  /** Normalized path and query. */
  address: string;
}

/** Reads and writes of the copy for an endpoint's calls. */
export interface CopyPart<E extends Endpoint = Endpoint> {
  /** Responds to a GET as the server would; null if the copy lacks the data. */
  answer?(context: ResponseContext, asked: ParsedCall<E>): Promise<CopyResponse | null>;
  /** Stores the server's response as records. */
  store(write: CopyWrite, body: ResponseOf<E>, asked: ParsedCall<E>): Promise<void>;
  /**
   * Applies the brand's optimistic updates to a response that couldn't be stored. Omitted if the endpoint's response shows none;
   * the queue isn't read then.
   */
  overlay?(body: ResponseOf<E>, overlay: Overlay, asked: ParsedCall<E>): ResponseOf<E>;
}

/** A row of the copy's table. */
export type CopyRow = readonly [Endpoint, CopyPart];

/** Creates a row, and type-checks its part against the endpoint. */
export const row = <E extends Endpoint>(endpoint: E, part: CopyPart<E>): CopyRow => [endpoint, part as CopyPart];
