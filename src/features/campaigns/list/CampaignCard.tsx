import { Link } from '@tanstack/react-router';
import type { Campaign } from '#contract/brand/campaign.ts';
import { campaignTitle, showsPerformance } from '#domain/campaigns/campaign-status.ts';
import { fundsOf, spentText } from '#domain/money/campaign-funds.ts';
import { formatCompact, formatUsd } from '#domain/money/money.ts';
import { budgetCentsOf, performancePercent, viewTarget } from '#domain/money/reach.ts';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import { CampaignBadge } from '../CampaignBadge.tsx';
import { dateRangeOf } from '../dates.ts';
import { ToReview } from '../ToReview.tsx';
import classes from './CampaignCard.module.css';
import { CampaignHint } from './CampaignHint.tsx';

const shownTags = 2;

function Tags({ tags }: Pick<Campaign, 'tags'>) {
  const hidden = tags.slice(shownTags);
  return (
    <ul aria-label="Tags" className={classes.tags}>
      {tags.slice(0, shownTags).map(({ id, name }) => (
        <li className={classes.tag} key={id} title={name}>
          {name}
        </li>
      ))}
      {hidden.length > 0 && (
        <li className={classes.more} title={hidden.map(({ name }) => name).join(', ')}>
          +{hidden.length}
          <VisuallyHidden> more</VisuallyHidden>
        </li>
      )}
    </ul>
  );
}

function planOf(campaign: Campaign, target: number | null): string {
  if (target !== null) return `${formatCompact(target)} views planned`;
  const budget = budgetCentsOf(campaign);
  return budget === null ? 'No budget' : `${formatUsd(budget)} budget`;
}

/** Progress and spend of a running campaign, or the plan of one that hasn't started. */
function Reach({ campaign }: { campaign: Campaign }) {
  const target = viewTarget(campaign);
  const { viewCount } = campaign;
  if (viewCount === undefined || !showsPerformance(campaign)) {
    return <p className={classes.plan}>{planOf(campaign, target)}</p>;
  }
  if (target === null) return <p className={classes.plan}>{formatCompact(viewCount)} views</p>;
  const words = `${formatCompact(viewCount)} of ${formatCompact(target)} views`;
  const funds = fundsOf(campaign);
  return (
    <div className={classes.reach}>
      <p className={classes.progress}>
        <span>{words}</span>
        {funds && <span>{spentText(funds)}</span>}
      </p>
      <ProgressBar label={words} percent={performancePercent(viewCount, target)} />
    </div>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const dates = dateRangeOf(campaign, useNow());
  return (
    <p className={classes.facts}>
      <span className={classes.platforms}>
        {campaign.platforms.map((platform) => (
          <PlatformIcon key={platform} platform={platform} size={16} />
        ))}
      </span>
      <span className={classes.dates} title={dates}>
        {dates}
      </span>
    </p>
  );
}

interface Props {
  campaign: Campaign;
  brandName: string | undefined;
  onArchive: (campaign: Campaign) => void;
}

/** A campaign in the list; the whole card is a link. */
export function CampaignCard({ campaign, brandName, onArchive }: Props) {
  const title = campaignTitle(campaign, brandName);
  const hinted = campaign.approvalStatus !== 'APPROVED';
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {campaign.unread && (
            <span className={classes.unread}>
              <VisuallyHidden>Unread: </VisuallyHidden>
            </span>
          )}
          <Link
            className={classes.link}
            params={{ campaignId: campaign.id }}
            title={title}
            to="/dashboard/campaigns/$campaignId"
          >
            {title}
          </Link>
        </h2>
        <div className={classes.state}>
          <CampaignBadge campaign={campaign} />
          {hinted && <CampaignHint campaign={campaign} onArchive={() => onArchive(campaign)} title={title} />}
        </div>
      </div>
      <div className={classes.second}>
        <Facts campaign={campaign} />
        <ToReview campaignId={campaign.id} />
      </div>
      <Tags tags={campaign.tags} />
      <Reach campaign={campaign} />
    </article>
  );
}
