import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'Whether the server answers: the few bytes that a phone probes with.',
  access: 'public',
  answer: v.object({ ok: v.literal(true) }),
  optional: true,
});
