import type { Endpoint } from '#contract/endpoint.ts';
import type { AnswerContext, CopyAnswer } from './answer-context.ts';
import { type GetRequest, parseGet } from './get-request.ts';

export type Answering = (context: AnswerContext) => Promise<CopyAnswer | null>;
/** Answers a GET to an address; null where it is another route's. */
export type Route = (url: URL) => Answering | null;

/** Answers the GETs of an endpoint. */
export function on<E extends Endpoint>(
  endpoint: E,
  answer: (context: AnswerContext, request: GetRequest<E>) => Promise<CopyAnswer | null>,
): Route {
  return (url) => {
    const request = parseGet(endpoint, url);
    return request && ((context) => answer(context, request));
  };
}

/** The result of the first route that knows the address; null where none does. */
export const routeTo = <T>(routes: readonly ((url: URL) => T | null)[], url: URL): T | null =>
  routes.reduce<T | null>((found, route) => found ?? route(url), null);
