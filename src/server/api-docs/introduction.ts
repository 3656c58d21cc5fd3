import { deepestJson, mostUploaded } from '#contract/wire/bounds.ts';

const inMb = (bytes: number) => `${bytes / 1_000_000} MB`;

/** Rules of every call. */
export const introduction = `# API

Generated from \`src/contract\` by \`npm run api-docs\`; change it there.

The client, the service worker and the server parse every call with these shapes. Bodies are JSON in UTF-8, up to the size
that each call states, with at most ${deepestJson} levels of arrays and objects. Larger and deeper ones are refused before they are
parsed. Properties that aren't in a body's shape are ignored. Responses have \`Cache-Control: no-store\`, and an \`X-Request-Id\`
that identifies them in the server's log.

**Sessions.** \`login\` returns an access token that is valid for 15 minutes, and a refresh token. \`refreshBrand\` exchanges the
refresh token for a new pair. Because a response may be lost, the previous refresh token still returns the same new pair until that
pair is used, for up to 24 hours. Using an older one ends the session. A session ends after 90 days without use, and 180 days after
login.

**Errors.** The body of a response other than 2xx is an \`ErrorBody\`: a \`message\` for people, a \`code\` from a closed list for
programs, and for 400 the \`issues\`, with the path of each invalid value. Errors never repeat submitted values. In addition to its
own errors, any call can return \`method_not_allowed\` (with \`Allow\`), \`too_many_requests\` (with \`Retry-After\`),
\`not_supported\`, \`unavailable\` or \`internal\`. Other brands' data is \`not_found\`.

**Idempotency.** Calls that require an \`Idempotency-Key\` take effect once per key. Create one key per user action, and keep it for
all retries. The first success is stored for 30 days, together with its effect. Repeating the same call and body with the same key
returns it again, with \`Idempotency-Replayed: true\`. A different body is \`idempotency_key_reused\`; while the first call is still
running, the answer is \`idempotency_in_progress\`, with \`Retry-After\`. Refusals aren't stored.

**If-Match.** Decisions on an offer name the fulfillment that the brand reviewed. If a different one is in review, nothing is changed,
and the answer is 412 \`offer_changed\` with \`OfferChanged\`: the current offer. Replays are answered before this check.

**Creators.** The page behind a creator's link, \`/c/{token}\`, sends that token as its bearer token. Once a move has been made with
a newer link, older links are 410 \`link_replaced\`. Links that were ended, and links of offers that ended more than 30 days ago, are
410 \`link_ended\`. A move carries \`If-Match\` with the offer's \`version\`. If that isn't the latest, the answer is 412
\`offer_changed\`; if the offer doesn't allow the move, it is 409 \`move_refused\`, with the reason in \`message\`. Both include
\`CreatorOfferChanged\`. Each offer has its own idempotency keys.

**Creators' videos.** Videos are uploaded with the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload) and its extensions
\`creation\` and \`termination\`, at \`/creator/v1.0/uploads\`, with the link's bearer token on every call. \`POST\` requires
\`Upload-Length\` (at most 2 GB, not deferred), and accepts \`Upload-Metadata\` with \`filename\`, \`fingerprint\` (identifies the
content), \`sha256\` (in hex, verified at the end) and \`rendition\` (\`1\` if the browser compressed the video). It returns 201 with
\`Location\`. \`HEAD\` on that location returns \`Upload-Offset\` and \`Upload-Length\`, \`PATCH\` appends bytes at
\`Upload-Offset\` as \`application/offset+octet-stream\`, and \`DELETE\` cancels the upload. Bytes that arrived before an interruption
are kept: send \`HEAD\`, then continue. \`upload_conflict\` (409) means that the offset is wrong or the upload is busy: send \`HEAD\`
again. \`not_found\` means that the upload no longer exists or belongs to another offer. Submit a complete upload with
\`makeCreatorMove\`. Incomplete uploads are deleted after a day without activity. When the offer says that the original of a submitted
draft is \`owed\`, upload it in the same way, with the draft's upload id as \`originalOf\` in the metadata; \`forbidden\` explains why
it isn't accepted.

**Brands' files.** The same protocol takes a brand's pictures and example videos at \`/brand/v1.0/storage/uploads\`, with the session's
bearer token on every call. \`Upload-Metadata\` requires \`destination\`: \`brand/profile-picture/\` (a picture of at most ${inMb(mostUploaded.fileBytes)}) or
\`campaigns/media\` (also a video of at most ${inMb(mostUploaded.videoBytes)}). Once all bytes have arrived, \`storeUpload\` stores the file and returns its URL.
\`uploadFiles\` takes several small files in one call instead.

**Originals.** If a campaign asks for originals, the \`original\` of an offer with an approved draft says that the video as the
creator's device recorded it is available. \`linkOriginal\` returns a path for downloading it, without a session and with byte
ranges, for ten minutes; after that the path is \`link_ended\` (410). The video that the brand reviewed is the smaller one.

**Pages.** Lists return \`{ data, pagination }\`. Pages start at 1; \`pageSize\` is at most 100.

**Changes.** \`getChanges\` returns what has changed since a cursor, one page at a time. Start without a cursor, then pass the cursor of
the previous response; while \`more\` is true, ask for the next page at once. Records that change in the meantime are returned again.
For an unknown cursor the answer is 410 \`cursor_expired\`: start again without one.
`;
