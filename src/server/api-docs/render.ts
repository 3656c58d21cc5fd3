import type * as v from 'valibot';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Access, Endpoint } from '#contract/wire/endpoint.ts';
import { errorCodes } from '#contract/wire/error.ts';
import { statusOf } from '../errors/api-error.ts';
import { describeType, namedTypes } from './describe-schema.ts';
import { errorsOf } from './errors-of.ts';
import { introduction } from './introduction.ts';
import { shapes } from './shapes.ts';

type Schema = v.GenericSchema<unknown, unknown>;

const accessTexts: Record<Access, string> = {
  public: 'anyone',
  session: 'a logged-in brand in any state',
  approved: 'a logged-in brand that is verified and approved',
  creator: 'a creator, with a link’s token',
};

/** The whole of docs/api.md. */
export function renderApiDocs(): string {
  const types = [...namedTypes.values()].map(([name, text]) => `| \`${name}\` | ${text} |`);
  const errors = errorCodes.map((code) => `| \`${code}\` | ${statusOf(code)} |`);
  return [
    introduction,
    '## Error codes\n',
    '| code | status |\n| --- | --- |',
    ...errors,
    '\n## Types\n',
    '| type | meaning |\n| --- | --- |',
    ...types,
    '\n## Shapes\n',
    ...[...shapes].map(([schema, name]) => `### ${name}\n\n${code(name, withoutOwnName(schema))}\n`),
    '## Calls\n',
    ...Object.entries(endpoints).map(([name, endpoint]) => renderEndpoint(name, endpoint)),
  ].join('\n');
}

/** A shape is spelled out where it is defined, and goes by its name everywhere else. */
function withoutOwnName(schema: Schema): string {
  const others = new Map(shapes);
  others.delete(schema);
  return describeType(schema, others);
}

const code = (name: string, type: string) => `\`\`\`ts\n${name}: ${type}\n\`\`\``;

function renderEndpoint(name: string, endpoint: Endpoint): string {
  const { method, path, summary, access, params, query, body, answer, idempotent, conditional, optional } = endpoint;
  const headers = [
    ...(access === 'public'
      ? []
      : [`\`Authorization: Bearer <${access === 'creator' ? 'token of the link' : 'access token'}>\``]),
    ...(idempotent ? ['`Idempotency-Key: <ULID>`, required'] : []),
    ...(conditional ? [`\`If-Match: "<${access === 'creator' ? 'version' : 'fulfillment id'}>"\`, required`] : []),
  ];
  const part = (title: string, schema: Schema | undefined) =>
    schema ? [code(title, describeType(schema, shapes)), ''] : [];
  return [
    `### ${name}\n`,
    `\`${method} ${path}\`\n`,
    `${summary}\n`,
    `- For: ${accessTexts[access]}.`,
    ...(headers.length > 0 ? [`- Headers: ${headers.join('; ')}.`] : []),
    `- Errors: ${
      errorsOf(endpoint)
        .map((error) => `\`${error}\``)
        .join(', ') || 'none beyond those of any call'
    }.`,
    ...(optional ? ['- Optional: other providers’ servers may answer 404, and clients must work without it.'] : []),
    ...(body ? [`- Body: at most ${Math.floor(endpoint.bodyBytes / 1_000).toLocaleString('en-US')} KB.`] : []),
    '',
    ...part('params', params),
    ...part('query', query),
    ...part('body', body),
    ...part(endpoint.isEventStream ? 'data of each event' : 'answer', answer),
  ].join('\n');
}
