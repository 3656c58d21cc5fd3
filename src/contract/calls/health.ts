import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'Health check: a small response that apps use to see whether the server can be reached.',
  access: 'public',
  answer: v.object({ ok: v.literal(true) }),
  optional: true,
});
