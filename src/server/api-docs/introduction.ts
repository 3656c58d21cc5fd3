import { deepestJson } from '#contract/bounds.ts';

/** Rules of every call. */
export const introduction = `# API

Generated from \`src/contract\` by \`npm run api-docs\`; change it there.

Client, service worker and server parse every call with these shapes. Bodies are JSON in UTF-8, of at
most ${deepestJson} levels of arrays and objects, and of the size that each call names. Deeper and larger ones are refused before they are
parsed. What a body has beyond its shape is ignored. Answers carry \`Cache-Control: no-store\`, and an \`X-Request-Id\` that names
what the server has logged about them.

**Sessions.** \`login\` gives an access token of 15 minutes and a refresh token. \`refreshBrand\` exchanges the refresh token for a
new pair. The token just replaced still answers with the same successor until that successor was used, since an answer may be
lost on the way, and for 24 hours at most; an older one ends the session. A session ends that is not used for 90 days, and 180
days after its login.

**Errors.** An answer that is not 2xx has the body \`ErrorBody\`: a \`message\` for people, a \`code\` from a closed list for programs,
and for 400 the \`issues\` with the path of each value that is wrong. Values that were sent are never repeated. Beyond the errors
of each call any call can answer \`method_not_allowed\` (with \`Allow\`), \`too_many_requests\` (with \`Retry-After\`),
\`not_supported\`, \`unavailable\` or \`internal\`. What belongs to another brand is \`not_found\`.

**Idempotency.** Calls that need an \`Idempotency-Key\` act once for a key: it is made once for one action of a user and kept
over all tries. The first success is stored for 30 days together with its effect; the same key with the same call and body then
answers it again, with \`Idempotency-Replayed: true\`. With another body it is \`idempotency_key_reused\`; while the first is still
running it is \`idempotency_in_progress\`, with \`Retry-After\`. What was refused is not stored.

**If-Match.** Decisions on an offer name the fulfillment that the brand looked at. If it is not the one under review any more,
the answer is 412 \`offer_changed\` with \`OfferChanged\`: the offer as it is now. Nothing was changed then. A replay is answered
before this is checked.

**Creators.** The page behind a creator's link, \`/c/{token}\`, calls with that token as its bearer token. A link that was replaced
by a newer one, once a move was made by the newer, is 410 \`link_replaced\`; one that was ended, or that outlived its offer by 30
days, is 410 \`link_ended\`. A move carries \`If-Match\` with the offer's \`version\`, and is answered 412 \`offer_changed\` if that is
not the newest, or 409 \`move_refused\` with a sentence if the offer doesn't allow it: both with \`CreatorOfferChanged\`.
Keys of idempotency are an offer's own.

**Videos of creators.** They are not JSON: they come by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload) with the
extensions \`creation\` and \`termination\`, at \`/creator/v1.0/uploads\`, with the bearer token of the creator's link on every call.
\`POST\` needs \`Upload-Length\` (2 GB at most; it can't be deferred) and takes \`Upload-Metadata\` with \`filename\`, \`fingerprint\`
(names the content), \`sha256\` (in hex, compared at the end) and \`rendition\` (\`1\` where the browser made it small); it answers
201 with \`Location\`. \`HEAD\` there tells \`Upload-Offset\` and \`Upload-Length\`, \`PATCH\` brings bytes from \`Upload-Offset\` on as
\`application/offset+octet-stream\`, and \`DELETE\` gives it up. A part that is cut keeps what has come; ask by \`HEAD\` and go on.
\`upload_conflict\` (409): the server has another part than was thought, or the upload is busy: ask again. \`not_found\`: it is
gone, or another offer's. What is whole is handed in by \`makeCreatorMove\`; what nobody goes on with for a day is gone.
The original of a draft that was handed in goes up in the same way, with that upload's id as \`originalOf\` in the metadata, where the
offer says that it is \`owed\`; \`forbidden\` says in words why none is taken.

**Originals.** Where the campaign asks for originals, an offer whose draft is approved says by \`original\` that the video as its
creator's device recorded it is there. \`linkOriginal\` answers a path from which it is downloaded, without a session and with byte
ranges, for ten minutes; then it answers \`link_ended\` (410). What was reviewed is the smaller video that the offer names.

**Pages.** Lists answer \`{ data, pagination }\`. Pages count from 1; \`pageSize\` is at most 100.

**Changes.** \`getChanges\` answers what changed since a cursor, a page at a time: at first with no cursor, then with the cursor of
the answer before; at once again while \`more\` is true. What changed again meanwhile comes again. A cursor that is not known any
more is 410 \`cursor_expired\`: start again with none.
`;
