import { describe, expect, it } from 'vitest';
import { onboardingSteps } from '#contract/brand/brand.ts';
import { nextOnboardingStep } from '#domain/campaigns/onboarding.ts';
import { formatCompact, formatCount, formatUsd } from '#domain/money/money.ts';
import {
  changeTemplates,
  changeTitle,
  describeChange,
  requestedChange,
  visibleChangeTemplates,
} from '#domain/offers/change-templates.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { ulid } from '#domain/shared/ulid.ts';

describe('texts and small rules', () => {
  it('format money and counts', () => {
    expect(formatUsd(123_456)).toBe('$1,234.56');
    expect(formatUsd(-100)).toBe('-$1.00');
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatCompact(32_412)).toBe('32.4k');
    expect(formatCompact(1_240_000)).toBe('1.24M');
  });

  it('cover every change template, and hide the custom one', () => {
    expect(visibleChangeTemplates(changeTemplates)).toHaveLength(4);
    for (const template of changeTemplates) expect(describeChange(template, 'Fernhill')).not.toContain('{');
    expect(requestedChange('ENSURE_PROPER_PRONUNCIATION', 'Fernhill').variables).toEqual({
      brand_name: 'Fernhill',
      pronunciation: '',
    });
    expect(requestedChange('CUSTOM', 'Fernhill').variables).toEqual({ brand_name: 'Fernhill', reason: '' });
  });

  it('name a change by the server’s template, the app’s own, or its name’s words', () => {
    const own = { name: 'START_OVER', title: 'Film it again', description: 'From the start.' };
    expect(changeTitle('START_OVER', [own])).toBe('Film it again');
    expect(changeTitle('START_OVER', [])).toBe('Start over');
    expect(changeTitle('MENTION_THE_PRICE', [own])).toBe('Mention the price');
    expect(changeTitle('CUSTOM', [])).toBe('Remark');
  });

  it('resume onboarding at the first unfinished step', () => {
    expect(nextOnboardingStep({ onboarding: {} })).toBe('welcome');
    expect(nextOnboardingStep({ onboarding: { welcome: true, iconUrl: true } })).toBe('description');
    expect(
      nextOnboardingStep({ onboarding: Object.fromEntries(onboardingSteps.map((step) => [step, true])) }),
    ).toBeNull();
  });

  it('number the pages of a list from 1', () => {
    expect(paginate([1, 2, 3], 1, 2)).toEqual({
      data: [1, 2],
      pagination: { nextPage: 2, previousPage: null, total: 3 },
    });
    expect(paginate([1, 2, 3], 2, 2).pagination).toEqual({ nextPage: null, previousPage: 1, total: 3 });
    expect(paginate([], 9, 2).data).toEqual([]);
  });

  it('generate ids that sort by time', () => {
    const random = new Uint8Array(16).fill(31);
    expect(ulid(0, random)).toBe(`${'0'.repeat(10)}${'Z'.repeat(16)}`);
    expect(ulid(1, random) > ulid(0, random)).toBe(true);
    expect(ulid(281_474_976_710_655, random).slice(0, 10)).toBe('7ZZZZZZZZZ');
  });
});
