import { uploadLimits } from '#contract/wire/bounds.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';

interface Tag {
  name: string;
  /** Path prefixes of the group. */
  paths: readonly string[];
  description: string;
}

const inMb = (bytes: number) => `${bytes / 1_000_000} MB`;

/** Groups of calls, in the order in which the author of a client needs them. */
const tags: readonly Tag[] = [
  {
    name: 'Sessions',
    paths: ['/brand/v1.0/auth/', '/v1.0/auth/', '/brand/v1.0/verifyEmail'],
    description: `Signing up, logging in and staying logged in.

\`login\` returns an access token that is valid for 15 minutes, and a refresh token. \`refreshBrand\` exchanges the refresh token for a
new pair. Because a response may be lost, the previous refresh token still returns the same new pair until that pair is used, for up
to 24 hours. Using an older one ends the session. A session ends after 90 days without use, and 180 days after login.`,
  },
  {
    name: 'Brand',
    paths: ['/brand/v1.0/brands/', '/brand/v1.0/flags'],
    description: 'The profile, onboarding and settings of the session’s brand.',
  },
  {
    name: 'Campaigns',
    paths: ['/brand/v1.0/campaigns', '/brand/v1.0/tags'],
    description: 'Creating, reading and changing campaigns. The team reviews each new one before it starts.',
  },
  {
    name: 'Offers',
    paths: ['/brand/v1.0/offers'],
    description: `Offers, which are creators’ parts in campaigns, and decisions on what they submit.

A decision carries \`If-Match\` with the ID of the fulfillment that the brand reviewed. If a different one is in review, nothing is
changed, and the response is 412 \`offer_changed\` with the current offer.

If a campaign asks for originals, the \`original\` of an offer with an approved draft says that the video as the creator’s device
recorded it is available. \`linkOriginal\` returns a path for downloading it, without a session and with byte ranges, for ten minutes;
after that, the path returns 410 \`link_ended\`. The video that the brand reviewed is the smaller one.`,
  },
  {
    name: 'Analytics',
    paths: ['/brand/v1.0/analytics/'],
    description:
      'Gains of posts in a period: `timePeriodType=preset` with `preset`, or `timePeriodType=range` with `since` and `until`. Without either, the period is the last 90 days.',
  },
  {
    name: 'Billing',
    paths: ['/brand/v1.0/billing/'],
    description:
      'Funds, payment methods, payments and monthly statements. `addFunds` may need the payer’s confirmation (402 `confirmation_required`); repeat it with the same key afterwards.',
  },
  {
    name: 'Files',
    paths: ['/brand/v1.0/storage/'],
    description: `Pictures and example videos of brands and campaigns.

\`uploadFiles\` takes several small files. Larger ones are uploaded with the [tus protocol](https://tus.io/protocols/resumable-upload) 1.0.0
and its extensions \`creation\` and \`termination\` at \`/brand/v1.0/storage/uploads\`, with the session’s bearer token on every request.
\`Upload-Metadata\` requires \`destination\`: \`brand/profile-picture/\` (a picture of at most ${inMb(uploadLimits.fileBytes)}) or \`campaigns/media\` (also a video
of at most ${inMb(uploadLimits.videoBytes)}). Once all bytes have arrived, \`storeUpload\` stores the file and returns its URL.`,
  },
  {
    name: 'Sync',
    paths: ['/brand/v1.0/changes'],
    description: `The feed that keeps a copy of a brand’s records up to date, and a stream that announces new revisions.

Start \`getChanges\` without a cursor, then pass the cursor of the previous response; while \`more\` is true, request the next page at
once. Records that change in the meantime are returned again. A cursor that the server no longer knows returns 410 \`cursor_expired\`:
start again without one.`,
  },
  {
    name: 'Push',
    paths: ['/brand/v1.0/push'],
    description: 'Devices that receive push notifications (RFC 8030, RFC 8291).',
  },
  {
    name: 'Creators',
    paths: ['/creator/'],
    description: `Calls of the page behind a creator’s link, \`/c/{token}\`, which sends that token as its bearer token.

Once a move has been made with a newer link, older links return 410 \`link_replaced\`. Links that were ended, and links of offers
that ended more than 30 days ago, return 410 \`link_ended\`. A move carries \`If-Match\` with the offer’s \`version\`. If that isn’t the latest, the
response is 412 \`offer_changed\`; if the offer doesn’t allow the move, it is 409 \`move_refused\`, with the reason in \`message\`. Both
include the current offer. Each offer has its own idempotency keys.

Videos are uploaded with the [tus protocol](https://tus.io/protocols/resumable-upload) 1.0.0 and its extensions \`creation\` and
\`termination\` at \`/creator/v1.0/uploads\`, with the link’s bearer token on every request. \`POST\` requires \`Upload-Length\` (at most 2 GB, not
deferred), and accepts \`Upload-Metadata\` with \`filename\`, \`fingerprint\` (identifies the content), \`sha256\` (in hex, verified at the end)
and \`rendition\` (\`1\` if the browser compressed the video). It returns 201 with \`Location\`. \`HEAD\` on that location returns
\`Upload-Offset\` and \`Upload-Length\`, \`PATCH\` appends bytes at \`Upload-Offset\` as \`application/offset+octet-stream\`, and \`DELETE\` cancels
the upload. Bytes that arrived before an interruption are kept: send \`HEAD\`, then continue. \`upload_conflict\` (409) means that the
offset is wrong or the upload is busy: send \`HEAD\` again. \`not_found\` means that the upload no longer exists or belongs to another
offer. Submit a complete upload with \`makeCreatorMove\`. Incomplete uploads are deleted after a day without activity.

When the offer says that the original of a submitted draft is \`owed\`, upload it in the same way, with the draft’s upload ID as
\`originalOf\` in the metadata; \`forbidden\` explains why it isn’t accepted.`,
  },
  { name: 'Server', paths: ['/health', '/version'], description: 'Health and version of the server.' },
];

/** The document's `tags`, in the order of its calls. */
export const tagTexts = tags.map(({ name, description }) => ({ name, description }));

/** @throws {Error} for a path without a tag: add the path's prefix to a tag */
export function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  const tag = tags.find(({ paths }) => paths.some((start) => path.startsWith(start)));
  if (tag === undefined) throw new Error(`No tag of src/server/api-docs/tags.ts has ${path}`);
  return tag.name;
}
