import type { AnswerOf, Endpoint, RequestOf } from '#contract/wire/endpoint.ts';
import type { AnswerContext, CopyAnswer } from './answer-context.ts';
import type { CopyWrite } from './copy-write.ts';
import type { Overlay } from './overlay.ts';

/** A call as the contract's schemas read it. */
export interface CallRead<E extends Endpoint = Endpoint> extends Pick<RequestOf<E>, 'params' | 'query'> {
  /** Path and query in one spelling, however the caller wrote them. */
  address: string;
}

/** The copy's part in the calls of an endpoint. */
export interface CopyPart<E extends Endpoint = Endpoint> {
  /** Answers a GET as the server would; null if the copy lacks the data. */
  answer?(context: AnswerContext, asked: CallRead<E>): Promise<CopyAnswer | null>;
  /** Stores the server's answer, as the records it is made of. */
  store(write: CopyWrite, body: AnswerOf<E>, asked: CallRead<E>): Promise<void>;
  /**
   * Applies the brand's optimistic updates to an answer that could not be stored. Without it the endpoint shows none, and the
   * queue isn't read.
   */
  overlay?(body: AnswerOf<E>, overlay: Overlay, asked: CallRead<E>): AnswerOf<E>;
}

/** A row of the copy's table. */
export type CopyRow = readonly [Endpoint, CopyPart];

/** Makes a row, and holds its part to the endpoint's types. */
export const row = <E extends Endpoint>(endpoint: E, part: CopyPart<E>): CopyRow => [endpoint, part as CopyPart];
