import { randomOf } from '#tests/fuzz/random.ts';
import { type KnownBrand, type KnownCampaign, type Life, type Step, viewsOf } from '../life.ts';
import { anyToSettle, archiveNow, createCampaignOf, runClock, settleOnce } from './campaigns.ts';
import { adjust, bankDecides, reconcileAll, reverse } from './money.ts';
import { growthOf, storeCounts } from './offers.ts';

type Racer = (life: Life, on: { brand: KnownBrand; campaign: KnownCampaign }, seed: number) => Promise<unknown>;

const stepped =
  ({ play }: Step): Racer =>
  (life, _, seed) =>
    play(life, randomOf(seed, 0));

/** Parts of a race: each can happen to a campaign or its brand on one of several servers. */
const racers = {
  settle: (life, { campaign }) => settleOnce(life, campaign),
  clock: (life) => runClock(life),
  archive: archiveNow,
  views: async (life, { brand, campaign }, seed) => {
    campaign.viewsBefore = viewsOf(campaign);
    await storeCounts(life, brand, growthOf(life, campaign, randomOf(seed, 0)));
  },
  create: (life, { brand }, seed) =>
    createCampaignOf(life, brand, { dice: randomOf(seed, 0), cpmCents: brand.cpmCents }),
  reverse: stepped(reverse),
  reconcile: stepped(reconcileAll),
  adjust: stepped(adjust),
  bank: stepped(bankDecides),
} as const satisfies Record<string, Racer>;

const names = Object.keys(racers) as (keyof typeof racers)[];

/** Two or three changes happen to a campaign at once, most often during a settlement. */
export const race: Step = {
  name: 'race',
  weight: 3,
  async play(life, dice) {
    const on = anyToSettle(life, dice);
    if (on === null) return null;
    const first = dice.pick(['settle', 'clock', 'archive', 'create'] as const);
    const others = Array.from({ length: 1 + dice.below(2) }, () => dice.pick([first, 'settle' as const, ...names]));
    // A campaign's figures arrive only once at an instant, so that there are two orders, not more.
    const all = [first, ...others].filter((name, place, list) => name !== 'views' || list.indexOf(name) === place);
    const runs = all.map((name) => {
      const seed = dice.below(2 ** 31);
      return () => racers[name](life, on, seed);
    });
    if (life.isConcurrent) await Promise.all(runs.map((run) => run()));
    else for (const run of runs) await run();
    return `On ${on.campaign.name} ${life.isConcurrent ? 'at once' : 'one by one'}: ${all.join(', ')}`;
  },
};
