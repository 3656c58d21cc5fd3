import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'Reports that the server can be reached. Apps use this small response as a health check.',
  access: 'public',
  answer: v.object({ ok: v.literal(true) }),
  optional: true,
});
