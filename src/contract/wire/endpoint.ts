import type * as v from 'valibot';
import type { ErrorCode } from './error.ts';

/** Header of a response that repeats an earlier one to the same `Idempotency-Key`; its body is as old as the original. */
export const replayedHeader = 'Idempotency-Replayed';

export type Method = 'GET' | 'POST' | 'PUT';
type Schema = v.GenericSchema<unknown, unknown>;

/** Allowed callers: anyone, a logged-in brand, an approved brand, or a creator with a link’s token. */
export type Access = 'public' | 'session' | 'approved' | 'creator';

/** Default maximum size of a body, in bytes. It is small, since anyone can make a public call, and anyone can sign up. */
const bodyBytesFor: Readonly<Record<Access, number>> = {
  public: 16_384,
  session: 16_384,
  approved: 65_536,
  creator: 65_536,
};

/** One call of the API: everything that client, worker, server and documentation need to know about it. */
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
  /** Maximum size of the body in bytes; the server rejects a larger one before parsing it. */
  readonly bodyBytes: number;
  readonly answer: TAnswer;
  /** Error codes besides those that any call can return (see src/server/api-docs/errors.ts). */
  readonly errors: readonly ErrorCode[];
  /** Requires an `Idempotency-Key`: repeated calls with the same key act only once. */
  readonly idempotent: boolean;
  /** Requires `If-Match` with the content that the caller saw: a fulfillment for brands, the offer's version for creators. */
  readonly conditional: boolean;
  /** Beyond the specification: another provider's server may respond with 404. */
  readonly optional: boolean;
  /** Responds with server-sent events, each of which is an `answer`. */
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
  /** Overrides the default for this access. */
  bodyBytes?: number;
  answer: A;
  errors?: readonly ErrorCode[];
  idempotent?: boolean;
  conditional?: boolean;
  optional?: boolean;
  isEventStream?: boolean;
}

/** Creates an endpoint, filling in defaults. */
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

/** A caller's input, before it is serialized. */
export interface CallOf<E extends Endpoint> {
  params: Input<E['params']>;
  query: Input<E['query']>;
  body: Input<E['body']>;
}

/** A handler's parsed input. */
export interface RequestOf<E extends Endpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
}

export type ResponseOf<E extends Endpoint> = v.InferOutput<E['answer']>;

/** The path of a call, with escaped parameters, and the query in the given order. */
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
  // Test the text, since some supported browsers lack `URLSearchParams.size`.
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
