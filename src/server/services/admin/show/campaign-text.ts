import { formatUsd } from '#domain/money/money.ts';
import { dayAndAge } from '../shared/age.ts';
import { campaignLine, proposalText } from '../shared/format.ts';
import { fieldLines, minuteOf } from '../shared/lines.ts';
import { payText } from './pay-text.ts';
import type { ShownCampaign } from './show-campaign.ts';

const usd = (cents: number | null) => (cents === null ? null : formatUsd(cents));

/** Formats a campaign for a terminal, with its brief as creators see it. */
export function campaignText(campaign: ShownCampaign, now: Date): string {
  const { worker, forCreators } = campaign;
  const { brand, pay } = forCreators;
  const { brief, dos, donts, steps, asksForOriginals } = forCreators.campaign;
  const { media = [], talkingPoints = [], captions = [] } = brief;
  const offers = Object.entries(campaign.offers).map(([stage, count]) => `${count} ${stage}`);
  return [
    campaignLine(campaign),
    ...fieldLines([
      ['State', [campaign.approvalStatus, campaign.status, worker?.status].filter((each) => each).join(', ')],
      ['Reason for rejection', campaign.rejectionReason],
      ['Created', dayAndAge(campaign.createdAt, now)],
      ['Replaces', campaign.replacesCampaignId],
      ['Type', campaign.campaignType],
      ['Platforms', campaign.platforms.join(', ')],
      ['Tags', campaign.tags.join(', ')],
      ['Starts', minuteOf(campaign.startAt)],
      ['Ends', campaign.endAt && minuteOf(campaign.endAt)],
      ['Budget', usd(campaign.cpmBudgetCents) ?? 'none'],
      ['CPM', worker === null ? null : usd(worker.cpmCents)],
      ['Fee', campaign.campaignType === 'FLAT_FEE' ? (usd(campaign.feeCents) ?? 'not set') : null],
      ['Proposal', proposalText(campaign)],
      ['Views', worker === null ? null : `${campaign.viewCount} of ${worker.viewTarget ?? 'no target'}`],
      ['Offers', offers.join(', ')],
    ]),
    '  What creators read:',
    ...fieldLines(
      [
        ['Brand', brand.name],
        ['About the brand', brand.description],
        ['Website', brand.websiteUrl],
        ['Accounts', brand.handles.map(({ platform, username }) => `@${username} on ${platform}`)],
        ['Hashtag', brand.requiredHashtag],
        ['Pay', payText(pay)],
        ['Steps', [...steps, 'LINK'].join(', ')],
        ['Originals', asksForOriginals ? 'kept for the brand' : null],
        ['Do', dos],
        ['Don’t', donts],
        ['Talking points', talkingPoints],
        ['Notes', brief.extraNotes],
        ['Captions', captions],
        ['Posting media', brief.postingMedia],
        ['Media', media.flatMap(({ videoUrl, imageUrl }) => videoUrl ?? imageUrl ?? [])],
      ],
      '    ',
    ),
    ...fieldLines([['Tag for --seen', campaign.seen]]),
  ].join('\n');
}
