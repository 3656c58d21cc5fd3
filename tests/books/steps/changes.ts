import { eq } from 'drizzle-orm';
import type { CampaignChange } from '#contract/brand/campaign-change.ts';
import { formatUsd } from '#domain/money/money.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { changeCampaign } from '#server/services/campaigns/change-campaign.ts';
import { allCampaigns, attempt, oneOf, type Step } from '../life.ts';

const dayMs = 86_400_000;

/** A brand adds to a running campaign's budget, extends, pauses or ends it. */
export const change: Step = {
  name: 'change',
  weight: 3,
  async play(life, dice) {
    const found = oneOf(dice, allCampaigns(life));
    if (found === null) return null;
    const { brand, campaign } = found;
    const [row] = await life.db.select().from(campaigns).where(eq(campaigns.id, campaign.id));
    const endAt = new Date((row?.endAt ?? life.clock.now()).getTime() + (dice.below(12) - 1) * dayMs);
    const asked: CampaignChange = dice.pick([
      ...[1, 2, 3].map((): CampaignChange => ({ change: 'top-up', amountCents: 1 + dice.below(20_000) })),
      { change: 'extend', endAt: endAt.toISOString() },
      { change: dice.pick(['pause', 'resume', 'end'] as const) },
    ]);
    const how = await attempt(async () => {
      await writeBrand({ db: life.db, brandId: brand.id }, (writer) =>
        changeCampaign(writer, campaign.id, asked, life.clock.now()),
      );
      if (asked.change === 'top-up') campaign.budgetCents += asked.amountCents;
      return undefined;
    });
    const what = asked.change === 'top-up' ? `top-up of ${formatUsd(asked.amountCents)}` : asked.change;
    return `${brand.name} asks for a change of ${campaign.name} (${what}): ${how}`;
  },
};
