import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';

/** The running build: its release, and its commit if known. */
const buildSchema = v.object({ version: v.string(), commit: v.nullable(v.string()) });
export type Build = v.InferOutput<typeof buildSchema>;

export const getVersion = endpoint({
  method: 'GET',
  path: '/version',
  summary: 'Returns the server’s version, and the commit that it was built from.',
  access: 'public',
  answer: buildSchema,
  optional: true,
});
