import { databaseCodeOf } from '../errors/trouble.ts';

/** Facts of an error that are logged. */
interface ErrorFacts {
  name: string;
  /** SQLSTATE, or the system's or a provider's code. */
  code?: string;
  /** Constraint that a statement violated, with its table and column, as the database reports them. */
  constraint?: string;
  table?: string;
  column?: string;
  /** Status of an HTTP answer, and the id that its sender gave it. */
  status?: number;
  providerRequestId?: string;
  /** Set for messages of the system only, such as "connect ECONNREFUSED 127.0.0.1:5432". */
  message?: string;
  /** Name of a failed task: see `independentTasks`. */
  task?: string;
  at: string[];
  cause?: ErrorFacts;
  /** The first errors of an AggregateError. */
  errors?: ErrorFacts[];
}

const mostFrames = 12;
const mostCauses = 4;
const mostErrors = 5;

/** Identifiers and codes: never a sentence, which could repeat a value. */
const namePattern = /^[\w.:-]{1,80}$/;

/**
 * An error without its message. Messages repeat values: a failed statement's message has all of its parameters, such as
 * password hashes, e-mails and names; a parser's has its input; a mail server's has the recipient.
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
    cause: error.cause instanceof Error && depth < mostCauses ? errorFacts(error.cause, depth + 1) : undefined,
    errors:
      error instanceof AggregateError && depth < mostCauses
        ? error.errors.slice(0, mostErrors).map((each) => errorFacts(each, depth + 1))
        : undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as unknown as ErrorFacts;
}

/** Stack frames only. A message can have line breaks and look like a frame, so everything before the stack is cut off. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const frames = stack.slice(start < 0 ? 0 : start + message.length).split('\n');
  return frames
    .map((line) => line.trim())
    .filter((line) => /^at [^\n]*:\d+:\d+\)?$/.test(line))
    .slice(0, mostFrames);
}
