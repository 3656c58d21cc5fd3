import { databaseCodeOf } from '../errors/trouble.ts';

/** Loggable facts about an error. */
interface ErrorFacts {
  name: string;
  /** SQLSTATE, or a system's or provider's code. */
  code?: string;
  /** The constraint that a statement violated, with its table and column, as reported by the database. */
  constraint?: string;
  table?: string;
  column?: string;
  /** An HTTP response's status, and the request ID assigned by its sender. */
  status?: number;
  providerRequestId?: string;
  /** Set only for system errors, such as "connect ECONNREFUSED 127.0.0.1:5432". */
  message?: string;
  /** Name of a failed task: see `independentTasks`. */
  task?: string;
  at: string[];
  cause?: ErrorFacts;
  /** The first errors of an AggregateError. */
  errors?: ErrorFacts[];
}

const maxFrames = 12;
const maxCauses = 4;
const maxErrors = 5;

/** Matches identifiers and codes, never sentences, which could contain values. */
const namePattern = /^[\w.:-]{1,80}$/;

/**
 * Facts about an error, without its message. Messages contain values: a failed statement's message has all of its
 * parameters, such as password hashes, emails and names. A parser's message has its input, and a mail server's has the
 * recipient.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const of = error as Error & Record<string, unknown>;
  const named = (value: unknown) => (typeof value === 'string' && namePattern.test(value) ? value : undefined);
  const isSystem = typeof of.syscall === 'string' && typeof of.errno === 'number';
  const facts: Record<string, unknown> = {
    name: named(error.name) ?? 'Error',
    code: named(of.code) ?? named(databaseCodeOf(error)),
    constraint: named(of.constraint),
    table: named(of.table),
    column: named(of.column),
    status: typeof of.statusCode === 'number' ? of.statusCode : undefined,
    providerRequestId: named(of.requestId),
    message: isSystem ? error.message : undefined,
    task: named(of.task),
    at: framesOf(error),
    cause: error.cause instanceof Error && depth < maxCauses ? errorFacts(error.cause, depth + 1) : undefined,
    errors:
      error instanceof AggregateError && depth < maxCauses
        ? error.errors.slice(0, maxErrors).map((each) => errorFacts(each, depth + 1))
        : undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as unknown as ErrorFacts;
}

/** An error's stack frames. A message can contain lines that look like frames, so everything up to its end is cut off. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const frames = stack.slice(start < 0 ? 0 : start + message.length).split('\n');
  return frames
    .map((line) => line.trim())
    .filter((line) => /^at [^\n]*:\d+:\d+\)?$/.test(line))
    .slice(0, maxFrames);
}
