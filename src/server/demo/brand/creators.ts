import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { entriesOf } from '#domain/shared/keys.ts';
import type { creators } from '#server/database/tables/tables.ts';
import { chance, idFrom, pick, type Random, wholeBetween } from '../random.ts';
import { firstNames, handleShapes, lastNames } from './names.ts';

export type CreatorRow = Required<typeof creators.$inferInsert>;
export type CreatorPools = ReadonlyMap<SocialPlatform, readonly CreatorRow[]>;

/** Number of pictures under /media/demo/avatars. */
const avatarCount = 24;

/** Creators by platform, with unique usernames per platform. */
export function generateCreators(
  random: Random,
  { brandId, at, counts }: { brandId: string; at: Date; counts: Readonly<Partial<Record<SocialPlatform, number>>> },
): CreatorPools {
  const pools = new Map<SocialPlatform, CreatorRow[]>();
  for (const [platform, count] of entriesOf(counts)) {
    const taken = new Set<string>();
    const pool: CreatorRow[] = [];
    while (pool.length < count) {
      const firstName = pick(random, firstNames);
      const lastName = pick(random, lastNames);
      const username = handleOf(random, firstName, lastName);
      if (taken.has(username)) continue;
      taken.add(username);
      // Some have no name, so screens show the username.
      const isNamed = !chance(random, 0.03);
      pool.push({
        brandId,
        id: idFrom(random, 'soc', at),
        platform,
        username,
        firstName: isNamed ? firstName : '',
        lastName: isNamed ? lastName : '',
        avatarUrl: chance(random, 0.65) ? avatar(wholeBetween(random, 1, avatarCount)) : null,
      });
    }
    pools.set(platform, pool);
  }
  return pools;
}

const avatar = (number: number) => `/media/demo/avatars/${String(number).padStart(2, '0')}.webp`;

function handleOf(random: Random, firstName: string, lastName: string): string {
  return pick(random, handleShapes)
    .replace('{first}', plain(firstName))
    .replace('{last}', plain(lastName))
    .replace('{n}', String(wholeBetween(random, 1, 99)));
}

/** Reduces a name to letters that every platform allows in a username. */
const plain = (name: string) =>
  name
    .replace('Ł', 'L')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
