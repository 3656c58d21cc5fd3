import { useQuery } from '@tanstack/react-query';
import type { Offer } from '#contract/brand/offer.ts';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import { handleText } from '#domain/posts/web-links.ts';
import { hashtagText } from '#domain/review/caption-tags.ts';
import { brandQuery } from '#features/auth/public.ts';
import { campaignQuery } from '#features/campaigns/public.ts';

/**
 * The required hashtag and the brand's handle for captions; null if there is none. If the server doesn't send the
 * campaign's hashtag, the brand's is used.
 */
export function useRequiredTags({ campaignId, socialAccount }: Offer): {
  hashtag: string | null;
  brandTag: string | null;
} {
  const { data: campaign } = useQuery(campaignQuery(campaignId));
  const { data: brand } = useQuery(brandQuery());
  const own = offeredPlatforms.find(({ platform }) => platform === socialAccount.platform);
  const handle = own && brand?.[own.field]?.trim();
  const asked = campaign?.requiredHashtag === undefined ? brand?.requiredHashtag : campaign.requiredHashtag;
  return { hashtag: campaign ? hashtagText(asked) : null, brandTag: handle ? handleText(handle) : null };
}
