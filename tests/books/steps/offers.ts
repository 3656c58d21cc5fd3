import { eq } from 'drizzle-orm';
import { addDays } from '#domain/time/period.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import { isRunning } from '#server/services/moves/state/campaign-state.ts';
import type { Random } from '#tests/fuzz/random.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import {
  allCampaigns,
  attempt,
  idIn,
  type KnownBrand,
  type KnownCampaign,
  type KnownOffer,
  type KnownPost,
  type Life,
  oneOf,
  type Step,
  todayIn,
} from '../life.ts';

interface Found {
  brand: KnownBrand;
  campaign: KnownCampaign;
  offer: KnownOffer;
}

const offersIn = (life: Life): Found[] =>
  allCampaigns(life).flatMap(({ brand, campaign }) => campaign.offers.map((offer) => ({ brand, campaign, offer })));

const nameOf = ({ campaign, offer }: Pick<Found, 'campaign' | 'offer'>) =>
  `offer ${campaign.offers.indexOf(offer) + 1} of ${campaign.name}`;

/** A creator joins a running campaign and submits a link, whose post is found at once or later. */
export const invite: Step = {
  name: 'invite',
  weight: 3,
  async play(life, dice) {
    const found = oneOf(
      dice,
      allCampaigns(life).filter(({ campaign }) => campaign.cpmCents !== null),
    );
    if (found === null) return null;
    const { brand, campaign } = found;
    const [row] = await life.db.select().from(campaigns).where(eq(campaigns.id, campaign.id));
    if (row === undefined || !isRunning(row)) return null;
    const creatorId = await life.given.creator(brand.id, { id: idIn(life, 'soc', dice) });
    const id = await life.given.offer(brand.id, campaign.id, { id: idIn(life, 'off', dice), creatorId });
    // A campaign with a fee has a limited number of places.
    const isFee = campaign.type === 'FLAT_FEE';
    if (isFee) {
      const accept = { offerId: id, by: 'creator', move: 'accept', input: {} } as const;
      const how = await attempt(async () => void (await moveNow(life, brand.id, accept)));
      if (how !== 'done') return `A creator accepts an offer of ${campaign.name}: ${how}`;
    }
    const link = `https://www.tiktok.com/@someone/video/${id.slice(-12)}`;
    const submitted = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: link, attempt: isFee ? 2 : 1 } as const;
    await life.given.submission(brand.id, id, submitted, life.clock.now());
    const offer: KnownOffer = { id, link, isApproved: false, isRemoved: false, post: null };
    campaign.offers.push(offer);
    const posted =
      campaign.offers.length <= 2 || dice.chance(0.7) ? await addPost(life, { brand, campaign, offer }, dice) : '';
    return `A creator hands in ${nameOf({ campaign, offer })}${posted}`;
  },
};

/** The post of an offer is found. Some are older than their campaign. */
async function addPost(life: Life, { brand, campaign, offer }: Found, dice: Random): Promise<string> {
  const isOld = dice.chance(0.15);
  const postedDay = isOld ? addDays(campaign.firstDay, -3) : todayIn(life);
  const postedAt = isOld ? new Date(`${postedDay}T12:00:00.000Z`) : life.clock.now();
  const id = await life.given.post(brand.id, offer.id, {
    ...{ id: idIn(life, 'pst', dice), postedAt, finalPostUrl: offer.link },
  });
  offer.post = { id, offerId: offer.id, postedDay, counts: new Map() };
  return `, posted on ${postedDay}`;
}

export const findPost: Step = {
  name: 'find post',
  weight: 1,
  async play(life, dice) {
    const found = oneOf(
      dice,
      offersIn(life).filter(({ offer }) => offer.post === null && !offer.isRemoved),
    );
    return found === null ? null : `The post of ${nameOf(found)} is found${await addPost(life, found, dice)}`;
  },
};

/** The brand approves a link or requests changes. */
export const review: Step = {
  name: 'review',
  weight: 2,
  async play(life, dice) {
    const found = oneOf(
      dice,
      offersIn(life).filter(({ offer }) => !offer.isApproved),
    );
    if (found === null) return null;
    const { brand, offer } = found;
    const isApproval = dice.chance(0.75);
    const of = { offerId: offer.id, by: 'brand' } as const;
    const requestedChanges = [{ templateName: 'OTHER', variables: { note: 'Show the cup' } }];
    const how = await attempt(async () => {
      await (isApproval
        ? moveNow(life, brand.id, { ...of, move: 'approve', input: {} })
        : moveNow(life, brand.id, { ...of, move: 'request-changes', input: { requestedChanges } }));
      if (isApproval) offer.isApproved = true;
      return undefined;
    });
    return `${brand.name} ${isApproval ? 'approves' : 'requests changes of'} ${nameOf(found)}: ${how}`;
  },
};

export const removePost: Step = {
  name: 'remove post',
  weight: 1,
  async play(life, dice) {
    const found = oneOf(
      dice,
      offersIn(life).filter(({ offer }) => offer.isApproved),
    );
    if (found === null) return null;
    const how = await attempt(async () => {
      const move = { move: 'remove-post', input: {}, offerId: found.offer.id, by: 'provider' } as const;
      await moveNow(life, found.brand.id, move);
      found.offer.isRemoved = true;
      return undefined;
    });
    return `The post of ${nameOf(found)} is removed: ${how}`;
  },
};

type Counts = [post: KnownPost, day: string, count: number][];

/** Stores cumulative counts, as an import does. */
export async function storeCounts(life: Life, brand: KnownBrand, counts: Counts): Promise<void> {
  if (counts.length === 0) return;
  const none = { likeCount: 0, commentCount: 0, shareCount: 0 };
  const figures = counts.map(([{ id: postId }, day, viewCount]) => ({ postId, day, viewCount, ...none }));
  await writeBrand({ db: life.db, brandId: brand.id }, (writer) => storeFigures(writer, figures, life.clock.now()));
  for (const [post, day, count] of counts) post.counts.set(day, count);
}

/** The count of a post at the end of its last known day up to this one. */
function countOn({ counts }: KnownPost, until: string): number {
  const days = [...counts.keys()].filter((day) => day <= until).sort();
  return counts.get(days.at(-1) ?? '') ?? 0;
}

const growth = (dice: Random) =>
  dice.pick([0, 1, 7, 999, dice.below(5_000), dice.below(50_000), 20_000 + dice.below(90_000)]);

/** The counts of a campaign's posts on some of the last days. @returns none for a campaign without posts */
export function growthOf(life: Life, { offers }: KnownCampaign, dice: Random): Counts {
  const live = offers.flatMap(({ post, isRemoved }) => (post === null || isRemoved ? [] : [post]));
  const days = [-2, -1, 0].slice(dice.below(3)).map((day) => addDays(todayIn(life), day));
  return live.flatMap((post) => {
    let count = countOn(post, addDays(days[0] ?? '', -1));
    return days.map((day): Counts[number] => {
      count += growth(dice);
      return [post, day, count];
    });
  });
}

const countsText = (counts: Counts, campaign: KnownCampaign) =>
  counts
    .map(([post, day, count]) => {
      const offer = campaign.offers.findIndex(({ id }) => id === post.offerId) + 1;
      return `offer ${offer} has ${count} views on ${day}`;
    })
    .join(', ');

/** Figures of all of a campaign's posts arrive. @returns them as text; null if there are none */
export async function growIn(
  life: Life,
  { brand, campaign }: { brand: KnownBrand; campaign: KnownCampaign },
  dice: Random,
): Promise<string | null> {
  const counts = growthOf(life, campaign, dice);
  if (counts.length === 0) return null;
  await storeCounts(life, brand, counts);
  return `Views of ${campaign.name}: ${countsText(counts, campaign)}`;
}

export const grow: Step = {
  name: 'grow',
  weight: 6,
  async play(life, dice) {
    const withPosts = allCampaigns(life).filter(({ campaign }) => campaign.offers.some(({ post }) => post !== null));
    const found = oneOf(dice, withPosts);
    return found === null ? null : growIn(life, found, dice);
  },
};

const posted = (life: Life) =>
  offersIn(life).flatMap(({ brand, campaign, offer: { post, isRemoved } }) =>
    post === null || isRemoved ? [] : [{ brand, campaign, post }],
  );

/** A figure of an earlier day arrives late, or corrects the stored one. */
export const growLate: Step = {
  name: 'grow late',
  weight: 3,
  async play(life, dice) {
    const found = oneOf(dice, posted(life));
    if (found === null) return null;
    const day = addDays(todayIn(life), -1 - dice.below(dice.chance(0.8) ? 5 : 40));
    const counts: Counts = [[found.post, day, countOn(found.post, day) + growth(dice)]];
    await storeCounts(life, found.brand, counts);
    return `Late views of ${found.campaign.name}: ${countsText(counts, found.campaign)}`;
  },
};

/** A platform corrects views down, perhaps days after the last figures. */
export const fall: Step = {
  name: 'fall',
  weight: 3,
  isRecounted: true,
  async play(life, dice) {
    const found = oneOf(dice, posted(life));
    if (found === null) return null;
    life.clock.advance(dice.below(3) * 86_400_000);
    const today = todayIn(life);
    const live = posted(life).filter(({ campaign }) => campaign === found.campaign);
    const counts = live.map(({ post }): Counts[number] => [post, today, dice.below(countOn(post, today) + 1)]);
    await storeCounts(life, found.brand, counts);
    return `Views of ${found.campaign.name} fall: ${countsText(counts, found.campaign)}`;
  },
};
