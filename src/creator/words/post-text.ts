import type { CreatorOffer } from '#contract/creator/creator.ts';
import { handleText } from '#domain/posts/web-links.ts';
import { hashtagText, hasTag } from '#domain/review/caption-tags.ts';

/** "#name"; null if the campaign requires no hashtag. */
export const hashtagOf = ({ requiredHashtag }: CreatorOffer['brand']): string | null => hashtagText(requiredHashtag);

/** The brand's handle on the offer's platform, as a tag; null without a handle. */
export function tagOf({ brand, account }: Pick<CreatorOffer, 'brand' | 'account'>): string | null {
  const own = brand.handles.find(({ platform }) => platform === account.platform);
  return own === undefined ? null : handleText(own.username);
}

/** The approved caption, with the tag and the hashtag added if they're missing. */
export function postText(offer: CreatorOffer): string {
  const caption = offer.submission?.caption ?? offer.caption?.text ?? '';
  const lacking = [tagOf(offer), hashtagOf(offer.brand)].filter((text) => text !== null && !hasTag(caption, text));
  return [caption, lacking.join(' ')].filter(Boolean).join('\n\n');
}
