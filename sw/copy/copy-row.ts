import type { AnswerOf, Endpoint, RequestOf } from '#contract/wire/endpoint.ts';
import type { AnswerContext, CopyAnswer } from './answer-context.ts';
import type { CopyWrite } from './copy-write.ts';
import type { Overlay } from './overlay.ts';

/** A call as parsed by the contract's schemas. */
export interface CallRead<E extends Endpoint = Endpoint> extends Pick<RequestOf<E>, 'params' | 'query'> {
  /** Normalized path and query. */
  address: string;
}

/** Reads and writes of the copy for an endpoint's calls. */
export interface CopyPart<E extends Endpoint = Endpoint> {
  /** Responds to a GET as the server would; null if the copy lacks the data. */
  answer?(context: AnswerContext, asked: CallRead<E>): Promise<CopyAnswer | null>;
  /** Stores the server's response as records. */
  store(write: CopyWrite, body: AnswerOf<E>, asked: CallRead<E>): Promise<void>;
  /**
   * Applies the brand's optimistic updates to a response that couldn't be stored. If omitted, the endpoint shows none, and the
   * queue isn't read.
   */
  overlay?(body: AnswerOf<E>, overlay: Overlay, asked: CallRead<E>): AnswerOf<E>;
}

/** A row of the copy's table. */
export type CopyRow = readonly [Endpoint, CopyPart];

/** Creates a row, and type-checks its part against the endpoint. */
export const row = <E extends Endpoint>(endpoint: E, part: CopyPart<E>): CopyRow => [endpoint, part as CopyPart];
