import type { SocialPlatform } from '#contract/campaign.ts';

/** A platform's name, and how a paid post is marked there. */
export const platformWords: Readonly<Record<SocialPlatform, { name: string; disclosure: string }>> = {
  TIKTOK: { name: 'TikTok', disclosure: 'Turn on “Disclose commercial content” and choose “Branded content”.' },
  INSTAGRAM: { name: 'Instagram', disclosure: 'Add the “Paid partnership” label, with the brand in it.' },
  YOUTUBE: { name: 'YouTube', disclosure: 'Tick “My video contains paid promotion”.' },
  FACEBOOK: { name: 'Facebook', disclosure: 'Add the “Paid partnership” label, with the brand in it.' },
  SNAPCHAT: { name: 'Snapchat', disclosure: 'Add the “Paid partnership” label.' },
  TWITTER: { name: 'X', disclosure: 'Write #ad in the post.' },
};
