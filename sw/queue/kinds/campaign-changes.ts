import * as v from 'valibot';
import { updateCampaign } from '#contract/brand/campaign.ts';
import { type Intent, type IntentOf, intentSchema } from '#contract/brand/intent.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { requestOf } from '#domain/intents/intent-rules.ts';
import { campaignIn } from '#domain/offers/brand-record.ts';
import type { Asked, KindOf } from '../kind.ts';

/** Kinds that change a campaign. */
type ChangeKind = Extract<Intent, { payload: { campaignId: string } }>['kind'];

type PayloadOf = { [K in ChangeKind]: IntentOf<K>['payload'] };

/** True for a body that says this and nothing else. */
function says(body: unknown, change: unknown): boolean {
  const wanted = new Map<string, unknown>(Object.entries(Object(change)));
  const said = Object.entries(Object(body));
  return said.length === wanted.size && said.every(([name, value]) => value === wanted.get(name));
}

/** Common parts of the changes of a campaign. A payload's fields go by the same names in the body. */
const changeBy = <K extends ChangeKind>(kind: K) => ({
  /** A body that says more would lose it in the queue. */
  read({ params: { campaignId }, body }: Asked): PayloadOf[K] | null {
    const parsed = v.safeParse(intentSchema, { kind, payload: { ...Object(body), campaignId } });
    if (!parsed.success) return null;
    return says(body, requestOf(parsed.output).body) ? (parsed.output.payload as PayloadOf[K]) : null;
  },
  settle(answer: unknown): BrandRecord | null {
    const parsed = v.safeParse(updateCampaign.answer, answer);
    return parsed.success ? { type: 'campaign', value: parsed.output } : null;
  },
  refusedFor: () => null,
});

/** Puts a campaign into the archive, whatever it has become: nothing that was seen could be overwritten by it. */
const archiveCampaign: KindOf<'archive-campaign'> = {
  ...changeBy('archive-campaign'),
  // Archiving has no variants, so an archived campaign counts as applied even if a colleague archived it.
  outcome: (_, now) => (campaignIn(now)?.status === 'ARCHIVED' ? 'applied' : 'not-applied'),
};

/** Gives a campaign another name, whatever it is called by now. */
const renameCampaign: KindOf<'rename-campaign'> = {
  ...changeBy('rename-campaign'),
  outcome({ payload, seen }, now) {
    const name = campaignIn(now)?.name;
    if (name === payload.name) return 'applied';
    // With a third name, it may have been applied and changed since.
    return name === campaignIn(seen)?.name ? 'not-applied' : 'unknown';
  },
};

/** Marks a campaign as read, which opening it does: no decision of the user, so it is sent quietly. */
const markRead: KindOf<'mark-read'> = {
  ...changeBy('mark-read'),
  // Unread again, it may have been marked and changed since.
  outcome: (_, now) => (campaignIn(now)?.unread === false ? 'applied' : 'unknown'),
};

export const campaignKinds = {
  'archive-campaign': archiveCampaign,
  'rename-campaign': renameCampaign,
  'mark-read': markRead,
};
