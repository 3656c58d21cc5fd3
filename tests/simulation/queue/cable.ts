import { type Fate, portal, type WireRequest } from '#tests/support/worker/fake-network.ts';
import type { Random } from './random.ts';

/** State of the connection. */
export type Weather = 'good' | 'refuse' | 'hang' | 'portal' | 'flaky';

const page = (status: number, headers: Record<string, string> = {}): Fate => ({
  kind: 'answer',
  status,
  body: '<h1>Sorry</h1>',
  headers: { 'Content-Type': 'text/html', ...headers },
});
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Fate => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ code, message: code }),
  headers,
});

/** Everything that a connection or a middlebox is known to do to a request. */
function flaky(random: Random): Fate {
  const delayMs = random.below(400);
  const kind = random.weighted({
    pass: 6,
    slow: 2,
    refuse: 3,
    lost: 4,
    hang: 1,
    acts: 1,
    twice: 2,
    error: 3,
    wrong: 2,
  });
  switch (kind) {
    case 'pass':
      return { kind: 'pass', delayMs };
    case 'slow':
      return { kind: 'pass', delayMs: random.below(4000), answerDelayMs: random.below(4000) };
    case 'refuse':
      return { kind: 'refuse', delayMs };
    case 'lost':
      return { kind: 'lose-answer', delayMs };
    case 'hang':
      return { kind: 'hang' };
    case 'acts':
      return { kind: 'hang', acts: true };
    case 'twice':
      return { kind: 'twice', laterMs: random.below(1500) };
    case 'error':
      return random.pick([
        page(502),
        page(503, { 'Retry-After': '1' }),
        refusal(500, 'internal'),
        refusal(503, 'unavailable', { 'Retry-After': '2' }),
        refusal(429, 'too_many_requests', { 'Retry-After': '1' }),
        refusal(409, 'idempotency_in_progress', { 'Retry-After': '1' }),
      ]);
    case 'wrong':
      return random.pick([
        portal,
        { ...portal, redirected: true } as Fate,
        refusal(401, 'unauthorized'),
        // This response is JSON, but doesn't match the contract.
        { kind: 'answer', status: 200, body: '{"status":"ok"}' } as Fate,
      ]);
  }
}

export function fateIn(weather: Weather, random: Random, { url }: WireRequest): Fate {
  switch (weather) {
    case 'good':
      return { kind: 'pass', delayMs: random.below(80), answerDelayMs: random.below(80) };
    case 'refuse':
      return { kind: 'refuse', delayMs: random.below(100) };
    case 'hang':
      return { kind: 'hang', acts: random.chance(0.3) };
    case 'portal':
      return portal;
    case 'flaky': {
      const fate = flaky(random);
      if (!url.pathname.endsWith('/refresh')) return fate;
      // Only the server's own refusal may end a session; that is a separate step.
      if (fate.kind === 'answer' && fate.status === 401) return { kind: 'lose-answer' };
      // A refresh that arrives twice, the second time after the next refresh, looks like token theft to the server,
      // which ends the session.
      return fate.kind === 'twice' ? { kind: 'pass' } : fate;
    }
  }
}
