import { describe, expect, it } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { costsOf } from '#domain/figures/analytics.ts';
import { fundsOf, spentText } from '#domain/money/campaign-funds.ts';
import { remainingText } from '#domain/money/remaining-text.ts';
import { aCampaign } from '../examples.ts';

const worker = aCampaign().CPMWorker as NonNullable<Campaign['CPMWorker']>;

/** A campaign with a budget of $500 that has spent this much. */
const spending = (spentCents: number, part: Partial<Campaign> = {}) =>
  aCampaign({ CPMWorker: { ...worker, budgetCents: 50_000 }, spend: { spentCents, usedUpOn: null }, ...part });
const settlement = {
  dueAt: '2026-02-09T00:00:00.000Z',
  settled: { at: '2026-02-09T00:00:00.000Z', countedUntil: '2026-02-08', spentCents: 31_240 },
};

describe('the funds of a campaign', () => {
  it('are its budget, split into spent and left', () => {
    expect(fundsOf(spending(31_240))).toEqual({
      ...{ budgetCents: 50_000, spentCents: 31_240, leftCents: 18_760, returnedCents: 0 },
    });
  });

  it('leave nothing after the settlement, which returns the rest', () => {
    expect(fundsOf(spending(31_240, { settlement }))).toMatchObject({ leftCents: 0, returnedCents: 18_760 });
    expect(fundsOf(spending(31_240, { settlement: { ...settlement, settled: null } }))?.leftCents).toBe(18_760);
  });

  it('are unknown if the server doesn’t count spend, and null without a budget', () => {
    expect(fundsOf(aCampaign())).toBeNull();
    expect(fundsOf(spending(0, { CPMWorker: null }))).toBeNull();
    expect(fundsOf(spending(0, { CPMWorker: { ...worker, budgetCents: 0 } }))).toBeNull();
  });

  it('never show more spent than the budget', () => {
    expect(fundsOf(spending(60_000))).toMatchObject({ spentCents: 50_000, leftCents: 0 });
  });
});

describe('the texts about the funds of a campaign', () => {
  it.each([
    [31_299, 50_000, '$312 of $500 spent'],
    [49_999, 50_000, '$499 of $500 spent'],
    [50_000, 50_000, '$500 of $500 spent'],
    [50_020, 50_050, '$500 of $500.50 spent'],
    [50_050, 50_050, '$500.50 of $500.50 spent'],
    [1_234_567, 2_000_000, '$12,345 of $20,000 spent'],
    [0, 50_000, '$0 of $500 spent'],
  ])('of %i of %i cents are %s', (spentCents, budgetCents, words) => {
    expect(spentText({ budgetCents, spentCents, leftCents: budgetCents - spentCents, returnedCents: 0 })).toBe(words);
  });

  it('show the rest to the cent, as left or returned', () => {
    expect(remainingText({ spentCents: 31_240, leftCents: 18_760, returnedCents: 0 })).toBe(
      '$312.40 spent, $187.60 left',
    );
    expect(remainingText({ spentCents: 31_240, leftCents: 0, returnedCents: 18_760 })).toBe(
      '$312.40 spent, $187.60 returned',
    );
    expect(remainingText({ spentCents: 10_000, leftCents: 5_000, returnedCents: 2_000 })).toBe(
      '$100.00 spent, $50.00 left, $20.00 returned',
    );
    expect(remainingText({ spentCents: 50_000, leftCents: 0, returnedCents: 0 })).toBe('$500.00 spent, $0.00 left');
  });
});

describe('the budgets of analytics', () => {
  const period = { since: '2026-01-01', until: '2026-01-02' };
  const budgetOf = (...campaigns: Campaign[]) =>
    costsOf(
      campaigns.map((campaign) => ({ campaign, viewsBefore: 0, viewsUntil: 0 })),
      period,
    ).budget;

  it('are whole in every period, with their spent and remaining sums', () => {
    const settled = spending(31_240, { settlement });
    const queued = spending(0, { CPMWorker: { ...worker, status: 'QUEUED', budgetCents: 20_000 } });
    expect(budgetOf(spending(10_000), settled, queued)).toEqual({
      ...{ totalCents: 120_000, spentCents: 41_240, leftCents: 60_000 },
    });
  });

  it('exclude campaigns without a budget, and those archived before their start', () => {
    const archived = spending(0, { status: 'ARCHIVED', CPMWorker: { ...worker, status: 'QUEUED' } });
    const pending = aCampaign({ CPMWorker: null });
    expect(budgetOf(archived, pending)).toEqual({ totalCents: 0, spentCents: 0, leftCents: 0 });
  });

  it('are unknown if a server doesn’t count a campaign’s spend', () => {
    expect(budgetOf(spending(10_000), aCampaign())).toBeUndefined();
  });
});
