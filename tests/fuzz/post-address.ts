import type { Random } from './random.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A unique code of a post. */
export const randomCode = (random: Random): string =>
  Array.from({ length: 11 }, () => letters[random.below(letters.length)]).join('');

const addresses: Partial<Record<string, (code: string, username: string) => string>> = {
  INSTAGRAM: (code) => `https://www.instagram.com/reel/${code}/`,
  TIKTOK: (code, username) =>
    `https://www.tiktok.com/@${username}/video/7${[...code].map((letter) => letters.indexOf(letter) % 10).join('')}`,
  YOUTUBE: (code) => `https://www.youtube.com/shorts/${code}`,
};

/** The address of an account's post; undefined on platforms without campaigns. */
export const postAddress = (account: { platform: string; username: string }, code: string): string | undefined =>
  addresses[account.platform]?.(code, account.username);
