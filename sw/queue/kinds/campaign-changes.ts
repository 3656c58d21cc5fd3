import * as v from 'valibot';
import { updateCampaign } from '#contract/brand/campaign.ts';
import { type Intent, type IntentOf, intentSchema } from '#contract/brand/intent.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { requestOf } from '#domain/intents/intent-rules.ts';
import { campaignIn } from '#domain/offers/brand-record.ts';
import type { IntentCreatingCall, KindOf } from '../kind.ts';

type ChangeKind = Extract<Intent, { payload: { campaignId: string } }>['kind'];

type PayloadOf = { [K in ChangeKind]: IntentOf<K>['payload'] };

/** True if a body contains exactly these fields and values. */
function says(body: unknown, change: unknown): boolean {
  const wanted = new Map<string, unknown>(Object.entries(Object(change)));
  const said = Object.entries(Object(body));
  return said.length === wanted.size && said.every(([name, value]) => value === wanted.get(name));
}

/** Common parts of campaign changes. A payload's fields have the same names in the body. */
const changeBy = <K extends ChangeKind>(kind: K) => ({
  /** Rejects a body with extra fields, since the queue would lose them. */
  read({ params: { campaignId }, body }: IntentCreatingCall): PayloadOf[K] | null {
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

/** Archives a campaign unconditionally, since archiving can't overwrite another change. */
const archiveCampaign: KindOf<'archive-campaign'> = {
  ...changeBy('archive-campaign'),
  // Archiving has no variants, so an archived campaign counts as applied even if a colleague archived it.
  outcome: (_, now) => (campaignIn(now)?.status === 'ARCHIVED' ? 'applied' : 'not-applied'),
};

/** Renames a campaign, regardless of its current name. */
const renameCampaign: KindOf<'rename-campaign'> = {
  ...changeBy('rename-campaign'),
  outcome({ payload, seen }, now) {
    const name = campaignIn(now)?.name;
    if (name === payload.name) return 'applied';
    // A third name means that the rename may have been applied, and the campaign renamed again.
    return name === campaignIn(seen)?.name ? 'not-applied' : 'unknown';
  },
};

/** Marks a campaign as read when it is opened. This isn't a decision of the user, so it is sent quietly. */
const markRead: KindOf<'mark-read'> = {
  ...changeBy('mark-read'),
  // An unread campaign may have been marked as read and become unread again.
  outcome: (_, now) => (campaignIn(now)?.unread === false ? 'applied' : 'unknown'),
};

export const campaignKinds = {
  'archive-campaign': archiveCampaign,
  'rename-campaign': renameCampaign,
  'mark-read': markRead,
};
