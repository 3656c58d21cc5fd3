import type { SocialPlatform } from '#contract/brand/campaign.ts';
import type { Random } from '../random.ts';

const some = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Realistic post URLs, which are very unlikely to exist. */
const shapes: Readonly<Record<SocialPlatform, (random: Random, username: string) => string>> = {
  TIKTOK: (random, username) => `https://www.tiktok.com/@${username}/video/7${some(random, digits, 18)}`,
  INSTAGRAM: (random) => `https://www.instagram.com/reel/C${some(random, letters + digits, 10)}/`,
  YOUTUBE: (random) => `https://www.youtube.com/shorts/${some(random, letters + digits, 11)}`,
  FACEBOOK: (random) => `https://www.facebook.com/reel/${some(random, digits.slice(1), 15)}`,
  SNAPCHAT: (random) => `https://www.snapchat.com/spotlight/W7_${some(random, letters + digits, 32)}`,
  TWITTER: (random, username) =>
    `https://x.com/${username.replace(/\W/g, '_').slice(0, 15)}/status/18${some(random, digits, 17)}`,
};

export const postUrl = (random: Random, { platform, username }: { platform: SocialPlatform; username: string }) =>
  shapes[platform](random, username);
