import type { SocialPlatform } from '#contract/campaign.ts';

/** A platform's name, and how a paid post is disclosed there. */
export const platformWords: Readonly<Record<SocialPlatform, { name: string; disclosure: string }>> = {
  TIKTOK: { name: 'TikTok', disclosure: 'turn on “Disclose commercial content” and choose “Branded content”.' },
  INSTAGRAM: { name: 'Instagram', disclosure: 'add the “Paid partnership” label and tag the brand in it.' },
  YOUTUBE: { name: 'YouTube', disclosure: 'check “My video contains paid promotion”.' },
  FACEBOOK: { name: 'Facebook', disclosure: 'add the “Paid partnership” label and tag the brand in it.' },
  SNAPCHAT: { name: 'Snapchat', disclosure: 'add the “Paid partnership” label.' },
  TWITTER: { name: 'X', disclosure: 'write #ad in the post.' },
};
