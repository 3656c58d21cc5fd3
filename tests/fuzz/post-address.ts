import type { Random } from './random.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A post's code, which no other has. */
export const randomCode = (random: Random): string =>
  Array.from({ length: 11 }, () => letters[random.below(letters.length)]).join('');

const addresses: Partial<Record<string, (code: string, username: string) => string>> = {
  INSTAGRAM: (code) => `https://www.instagram.com/reel/${code}/`,
  TIKTOK: (code, username) =>
    `https://www.tiktok.com/@${username}/video/7${[...code].map((letter) => letters.indexOf(letter) % 10).join('')}`,
  YOUTUBE: (code) => `https://www.youtube.com/shorts/${code}`,
};

/** The address of a post of an account; none on platforms that no campaign is made for. */
export const postAddress = (account: { platform: string; username: string }, code: string): string | undefined =>
  addresses[account.platform]?.(code, account.username);
