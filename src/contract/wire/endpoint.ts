import type * as v from 'valibot';
import type { ErrorCode } from './error.ts';

/** Header of an answer that repeats an earlier one to the same `Idempotency-Key`; its body is as old as the first. */
export const replayedHeader = 'Idempotency-Replayed';

export type Method = 'GET' | 'POST' | 'PUT';
type Schema = v.GenericSchema<unknown, unknown>;

/** Callers that are allowed: anyone, a brand that is logged in or also approved, or a creator by a link’s token. */
export type Access = 'public' | 'session' | 'approved' | 'creator';

/** Largest body, in bytes, of a call that sets no limit of its own. Anyone can make a public call, and anyone can sign up. */
const bodyBytesFor: Readonly<Record<Access, number>> = {
  public: 16_384,
  session: 16_384,
  approved: 65_536,
  creator: 65_536,
};

/** One call of the API: everything that client, worker, server and documents need to know of it. */
export interface Endpoint<
  TParams extends Schema | undefined = Schema | undefined,
  TQuery extends Schema | undefined = Schema | undefined,
  TBody extends Schema | undefined = Schema | undefined,
  TAnswer extends Schema = Schema,
> {
  readonly method: Method;
  /** Path with `{name}` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params: TParams;
  readonly query: TQuery;
  readonly body: TBody;
  /** Largest body in bytes; the server refuses a larger one before it parses it. */
  readonly bodyBytes: number;
  readonly answer: TAnswer;
  /** Error codes beyond those any call can answer (see src/server/api-docs/errors.ts). */
  readonly errors: readonly ErrorCode[];
  /** Carries an `Idempotency-Key`: repeated with the same key, it acts once. */
  readonly idempotent: boolean;
  /** Carries `If-Match` with what the caller looked at: a brand the fulfillment, a creator the offer's version. */
  readonly conditional: boolean;
  /** Beyond the specification: another provider's server may answer 404. */
  readonly optional: boolean;
  /** Answers with server-sent events, each of which is an `answer`. */
  readonly isEventStream: boolean;
}

interface Definition<P, Q, B, A> {
  method: Method;
  path: string;
  summary: string;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  /** Set it for bodies that can be larger than the default of the access. */
  bodyBytes?: number;
  answer: A;
  errors?: readonly ErrorCode[];
  idempotent?: boolean;
  conditional?: boolean;
  optional?: boolean;
  isEventStream?: boolean;
}

/** Makes an endpoint from what is particular about it. */
export function endpoint<
  A extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: Definition<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    access: definition.access,
    params: definition.params as P,
    query: definition.query as Q,
    body: definition.body as B,
    bodyBytes: definition.bodyBytes ?? bodyBytesFor[definition.access],
    answer: definition.answer,
    errors: definition.errors ?? [],
    idempotent: definition.idempotent ?? false,
    conditional: definition.conditional ?? false,
    optional: definition.optional ?? false,
    isEventStream: definition.isEventStream ?? false,
  };
}

type Input<T> = T extends Schema ? v.InferInput<T> : undefined;
type Output<T> = T extends Schema ? v.InferOutput<T> : undefined;

/** Input of a caller, before it is put on the wire. */
export interface CallOf<E extends Endpoint> {
  params: Input<E['params']>;
  query: Input<E['query']>;
  body: Input<E['body']>;
}

/** Input of a handler, parsed. */
export interface RequestOf<E extends Endpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
}

export type AnswerOf<E extends Endpoint> = v.InferOutput<E['answer']>;

/** The path of a call: parameters filled in and escaped, the query appended in the order given. */
export function pathOf(
  target: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`No value for {${name}} of ${target.path}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  // `URLSearchParams.size` is missing in supported engines, so the text is tested.
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
