import type * as v from 'valibot';
import { brandAnalyticsSchema, campaignAnalyticsSchema, postAnalyticsSchema } from '../../contract/analytics.ts';
import { adminSessionSchema, brandSessionSchema } from '../../contract/auth.ts';
import { paymentSchema } from '../../contract/billing.ts';
import { brandSchema, brandUpdateSchema, tagSchema } from '../../contract/brand.ts';
import { campaignCreationSchema, campaignSchema, cpmWorkerSchema } from '../../contract/campaign.ts';
import { changesSchema, dailyFigureSchema, dailyFiguresSchema, postSchema } from '../../contract/changes.ts';
import {
  creatorMoveSchema,
  creatorOfferChangedSchema,
  creatorOfferSchema,
  draftStateSchema,
} from '../../contract/creator.ts';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { type ErrorCode, errorBodySchema, errorCodes, issueSchema } from '../../contract/error.ts';
import {
  changeRequestSchema,
  changeTemplateSchema,
  fulfillmentSchema,
  offerChangedSchema,
  offerSchema,
  pendingActionSchema,
  requestedChangeSchema,
} from '../../contract/offer.ts';
import { paginationSchema } from '../../contract/page.ts';
import { statusOf } from '../api-error.ts';
import { describeType, namedTypes } from './describe-schema.ts';
import { introduction } from './introduction.ts';

type Schema = v.GenericSchema<unknown, unknown>;

const shapes = new Map<Schema, string>([
  [errorBodySchema, 'ErrorBody'],
  [errorBodySchema.entries.code, 'ErrorCode'],
  [issueSchema, 'Issue'],
  [paginationSchema, 'Pagination'],
  [brandSessionSchema, 'BrandSession'],
  [adminSessionSchema, 'AdminSession'],
  [brandSchema, 'Brand'],
  [brandUpdateSchema, 'BrandUpdate'],
  [tagSchema, 'Tag'],
  [campaignSchema, 'Campaign'],
  [cpmWorkerSchema, 'CPMWorker'],
  [campaignCreationSchema, 'CampaignCreation'],
  [offerSchema, 'Offer'],
  [fulfillmentSchema, 'Fulfillment'],
  [changeRequestSchema, 'ChangeRequest'],
  [pendingActionSchema, 'PendingAction'],
  [requestedChangeSchema, 'RequestedChange'],
  [changeTemplateSchema, 'ChangeTemplate'],
  [offerChangedSchema, 'OfferChanged'],
  [paymentSchema, 'Payment'],
  [brandAnalyticsSchema, 'BrandAnalytics'],
  [campaignAnalyticsSchema, 'CampaignAnalytics'],
  [postAnalyticsSchema, 'PostAnalytics'],
  [postSchema, 'Post'],
  [dailyFigureSchema, 'DailyFigure'],
  [dailyFiguresSchema, 'DailyFigures'],
  [changesSchema, 'Changes'],
  [creatorOfferSchema, 'CreatorOffer'],
  [draftStateSchema, 'DraftState'],
  [creatorMoveSchema, 'CreatorMove'],
  [creatorOfferChangedSchema, 'CreatorOfferChanged'],
]);

const accessTexts: Record<Access, string> = {
  public: 'anyone',
  session: 'a logged-in brand in any state',
  approved: 'a logged-in brand that is verified and approved',
  creator: 'a creator, by the token of a link',
};

/** Codes that a call can answer with because of what it is, beside those that it names itself. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, params, query, body, idempotent, conditional } = endpoint;
  const codes: ErrorCode[] = [
    ...(params || query || body ? (['invalid_request'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'approved' ? (['email_not_verified', 'not_approved'] as const) : []),
    ...(access === 'creator' ? (['link_replaced', 'link_ended'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(idempotent ? (['idempotency_key_required', 'idempotency_key_reused', 'idempotency_in_progress'] as const) : []),
    ...(conditional ? (['precondition_required', 'offer_changed'] as const) : []),
    ...endpoint.errors,
  ];
  return [...new Set(codes)];
}

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
    '| type | what it is |\n| --- | --- |',
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
        .join(', ') || 'none of its own'
    }.`,
    ...(optional ? ['- Beyond the specification: a client does without where a server answers 404.'] : []),
    '',
    ...part('params', params),
    ...part('query', query),
    ...part('body', body),
    ...part('answer', answer),
  ].join('\n');
}
