import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approvalStatuses } from '#contract/brand/brand.ts';
import { type Campaign, workerStatuses } from '#contract/brand/campaign.ts';
import {
  campaignBadge,
  campaignBanner,
  campaignFilters,
  campaignTitle,
  canArchive,
  compareCampaigns,
  matchesCampaignQuery,
  showsOffers,
  showsPerformance,
} from '#domain/campaigns/campaign-status.ts';
import { aCampaign } from '../examples.ts';

const worker = (status: NonNullable<Campaign['CPMWorker']>['status']) => ({
  ...(aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>),
  status,
});

const states = [
  ['in review', { approvalStatus: 'PENDING', CPMWorker: null }, 'In Review', 'in-review', 'in-review'],
  ['rejected', { approvalStatus: 'REJECTED', CPMWorker: null }, 'Rejected', 'rejected', 'rejected'],
  ['approved, without a worker', { CPMWorker: null }, 'Approved', 'not-started', 'approved'],
  ['queued', { CPMWorker: worker('QUEUED') }, 'Approved', 'not-started', 'approved'],
  ['sourcing', { CPMWorker: worker('SOURCING') }, 'Approved', 'sourcing', 'approved'],
  ['active', { CPMWorker: worker('ACTIVE') }, 'Active', 'active', 'active'],
  ['ending', { CPMWorker: worker('ENDING') }, 'Ending', 'ending', 'ending'],
  ['at its goal', { CPMWorker: worker('ENDED_SUCCESSFULLY') }, 'Completed', 'goal-reached', 'completed'],
  ['at its end', { CPMWorker: worker('ENDED_UNSUCCESSFULLY') }, 'Completed', 'end-reached', 'completed'],
] as const satisfies readonly (readonly [string, Partial<Campaign>, string, string, string])[];

describe('a campaign', () => {
  it.each(states)('that is %s has its badge, banner and filter', (_, part, badge, banner, filter) => {
    const campaign = aCampaign(part);
    expect(campaignBadge(campaign).label).toBe(badge);
    expect(campaignBanner(campaign)?.kind).toBe(banner);
    const matching = campaignFilters.filter(({ query }) => matchesCampaignQuery(campaign, query)).map(({ key }) => key);
    expect(matching).toEqual(['all', filter]);
  });

  it('matches only the filter of its badge, whatever its approval and worker', () => {
    const workers = fc.option(fc.constantFrom(...workerStatuses).map(worker));
    fc.assert(
      fc.property(fc.constantFrom(...approvalStatuses), workers, (approvalStatus, CPMWorker) => {
        const campaign = aCampaign({ approvalStatus, CPMWorker });
        const matching = campaignFilters.filter(({ query }) => matchesCampaignQuery(campaign, query));
        expect(matching.map(({ label }) => label)).toEqual(['All Campaigns', campaignBadge(campaign).label]);
      }),
    );
  });

  it('appears only in the archive once archived', () => {
    const campaign = aCampaign({ status: 'ARCHIVED' });
    expect(campaignFilters.filter(({ query }) => matchesCampaignQuery(campaign, query)).map(({ key }) => key)).toEqual([
      'archived',
    ]);
  });

  it('shows its state in its banner, and in the archive only that it is archived', () => {
    const refused = aCampaign({ approvalStatus: 'REJECTED', rejectionReason: 'Too loud' });
    expect(campaignBanner(refused)).toEqual({ kind: 'rejected', reason: 'Too loud' });
    expect(campaignBanner({ ...refused, status: 'ARCHIVED' })).toEqual({ kind: 'archived' });
    const queued = aCampaign({ CPMWorker: { ...worker('QUEUED'), startDate: '2026-02-03T04:05:06.000Z' } });
    expect(campaignBanner(queued)).toEqual({ kind: 'not-started', startsAt: '2026-02-03T04:05:06.000Z' });
  });

  it('can be archived once, and only while no creator is at work', () => {
    const archivable = states.filter(([, part]) => canArchive(aCampaign(part))).map(([name]) => name);
    expect(archivable).toEqual([
      ...['in review', 'rejected', 'approved, without a worker', 'queued', 'at its goal', 'at its end'],
    ]);
    expect(canArchive(aCampaign({ CPMWorker: worker('ENDED_SUCCESSFULLY'), status: 'ARCHIVED' }))).toBe(false);
  });

  it('shows offers and performance only once creators are at work', () => {
    expect(showsOffers(aCampaign({ CPMWorker: worker('SOURCING') }))).toBe(false);
    expect(showsOffers(aCampaign({ CPMWorker: worker('ACTIVE') }))).toBe(true);
    expect(showsPerformance(aCampaign({ CPMWorker: worker('ENDED_UNSUCCESSFULLY') }))).toBe(true);
    expect(showsPerformance(aCampaign({ CPMWorker: null }))).toBe(false);
  });

  it('without a name shows the brand’s', () => {
    expect(campaignTitle({ name: 'Summer' }, 'Fernhill')).toBe('Summer');
    expect(campaignTitle({ name: null }, 'Fernhill')).toBe('Fernhill Campaign');
    expect(campaignTitle({ name: ' ' }, null)).toBe('Campaign');
  });

  it('is listed newest first, by creation or else start, then by id', () => {
    const first = aCampaign({ id: 'cmp_b', startAt: '2026-01-01T00:00:00Z', createdAt: '2026-03-01T00:00:00Z' });
    const second = aCampaign({ id: 'cmp_c', startAt: '2026-02-01T00:00:00.000Z' });
    const third = aCampaign({ id: 'cmp_a', startAt: '2026-02-01T00:00:00Z' });
    expect([third, second, first].toSorted(compareCampaigns)).toEqual([first, second, third]);
  });
});
