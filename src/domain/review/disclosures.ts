import type { SocialPlatform } from '#contract/brand/campaign.ts';

/** Instructions for disclosing a paid post, as the end of a sentence. */
export const disclosures: Readonly<Record<SocialPlatform, string>> = {
  TIKTOK: 'turn on “Disclose commercial content” and choose “Branded content”.',
  INSTAGRAM: 'add the “Paid partnership” label and tag the brand in it.',
  YOUTUBE: 'check “My video contains paid promotion”.',
  FACEBOOK: 'add the “Paid partnership” label and tag the brand in it.',
  SNAPCHAT: 'add the “Paid partnership” label.',
  TWITTER: 'write #ad in the post.',
};
