import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { offeredPlatforms, storedHandle, strippedHandle } from '#domain/handles.ts';
import { limits } from '#domain/limits.ts';
import { confirmationProblem, newPasswordProblem } from '#domain/password.ts';

describe('a new password', () => {
  it.each([
    [
      'Aa1!aaa',
      'Password needs to be at least 8 characters, contain at least one special character, one uppercase letter, and one number.',
    ],
    ['aaaaaaaa', 'Password must contain at least one special character, one uppercase letter, and one number.'],
    ['Aaaaaa1-', 'Password must contain at least one special character, one uppercase letter, and one number.'],
    ['aaaaaa1!', 'Password must contain at least one uppercase letter, and one number.'],
    ['Aaaaaaa!', 'Password must contain at least one number.'],
    ['Aaaaaa1!', null],
    ['Ünter-wegs 1?', null],
  ])('%s', (password, problem) => {
    expect(newPasswordProblem(password)).toBe(problem);
  });

  it.each([...'!@#$%^&*(),.?":{}|<>'])('takes %s as its special character', (character) => {
    expect(newPasswordProblem(`Aaaaaaa1${character}`)).toBeNull();
  });

  it('is confirmed by the same text', () => {
    expect(confirmationProblem('Aaaaaa1!', '')).toBe('Password confirmation is required.');
    expect(confirmationProblem('Aaaaaa1!', 'Aaaaaa1?')).toBe('The two passwords do not match.');
    expect(confirmationProblem('Aaaaaa1!', 'Aaaaaa1!')).toBeNull();
  });
});

describe('a handle', () => {
  it.each([
    ['TIKTOK', '@north.wind_co-1', 'north.wind_co-1'],
    ['TIKTOK', 'a·b/c?d', 'abcd'],
    ['YOUTUBE', 'a·b/c?d', 'a·bcd'],
    ['INSTAGRAM', 'Café Zürich 2', 'Café Zürich 2'],
    ['FACEBOOK', '<b>"x"</b>', 'bxb'],
  ] as const)('on %s keeps of "%s" only what it can have', (platform, typed, kept) => {
    expect(strippedHandle(platform, typed)).toBe(kept);
  });

  it('is stored without blanks around it, and not at all where nothing is left', () => {
    expect(storedHandle('TIKTOK', ' @north wind ')).toBe('north wind');
    expect(storedHandle('TIKTOK', ' @! ')).toBeNull();
  });

  it('stripped once stays as it is', () => {
    const platform = fc.constantFrom(...offeredPlatforms.map((each) => each.platform));
    fc.assert(
      fc.property(platform, fc.string({ unit: 'grapheme' }), (on, typed) => {
        const once = strippedHandle(on, typed);
        expect(strippedHandle(on, once)).toBe(once);
      }),
    );
  });
});

describe('page sizes', () => {
  it.each([
    ['campaigns', endpoints.listCampaigns],
    ['offers', endpoints.listOffers],
    ['posts', endpoints.listBrandPosts],
    ['payments', endpoints.listPayments],
  ] as const)('of %s are what the call takes when none is named', (name, { query }) => {
    const parsed = v.parse(query, {});
    expect(parsed.pageSize).toBe(limits.pageSize[name]);
  });
});
