import * as v from 'valibot';
import { draftMediaEntries } from '#contract/brand/offer.ts';
import { rejectEvidenceBodySchema } from '#contract/brand/requested-changes.ts';
import { longText, postLinkInput, text } from '#contract/wire/primitives.ts';
import type { MoveName } from './offer-moves.ts';

const nothing = v.object({});
const reason = v.object({ reason: text(500, 1) });
const address = v.object({ address: longText(500, 1) });
const caption = v.object({ caption: longText(2200, 1) });
/** The video has already been stored; these are its address and a still. */
const draft = v.object({
  video: v.pipe(v.string(), v.minLength(1), v.maxLength(2048)),
  posterUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2048))), null),
  caption: v.optional(v.nullable(longText(2200)), null),
  /** Metadata of an analyzed video: its length, and its size as displayed. */
  media: v.optional(v.object(draftMediaEntries)),
});
const link = v.object({ link: postLinkInput });

/** Input of each move. */
export const moveInputs = {
  invite: nothing,
  accept: nothing,
  decline: nothing,
  'receive-parent-contract': nothing,
  'receive-contract': nothing,
  'give-address': address,
  'send-package': v.object({ carrier: text(60, 1), tracking: v.optional(v.nullable(text(120)), null) }),
  'lose-package': nothing,
  'give-caption': caption,
  'clear-caption': nothing,
  'return-caption': reason,
  'submit-draft': draft,
  'submit-link': link,
  'replace-draft': draft,
  'replace-link': link,
  approve: nothing,
  'request-changes': rejectEvidenceBodySchema,
  'take-back': nothing,
  withdraw: nothing,
  'remove-post': nothing,
  'fall-due': nothing,
  'clear-earning': nothing,
  expire: nothing,
  invalidate: reason,
  reopen: nothing,
} as const satisfies Record<MoveName, v.GenericSchema<unknown, unknown>>;

export type InputOf<M extends MoveName> = v.InferOutput<(typeof moveInputs)[M]>;

/** A move with its parsed input. */
export type MoveWithInput = { [M in MoveName]: { move: M; input: InputOf<M> } }[MoveName];
