import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import {
  confirmationProblem,
  newPasswordProblem,
  passwordRules,
  unmetPasswordRequirements,
} from '#domain/accounts/password.ts';
import { offeredPlatforms, stripHandle, toStoredHandle } from '#domain/posts/handles.ts';
import { limits } from '#domain/shared/limits.ts';

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

  it.each([...'!@#$%^&*(),.?":{}|<>'])('accepts %s as its special character', (character) => {
    expect(newPasswordProblem(`Aaaaaaa1${character}`)).toBeNull();
  });

  it.each([
    ['', ['8 characters', 'a special character (!@#$%^&*(),.?":{}|<>)', 'an uppercase letter', 'a number']],
    ['Aaaaaa-1', ['a special character (!@#$%^&*(),.?":{}|<>)']],
    ['aaaaaaa!', ['an uppercase letter', 'a number']],
    ['Aaaaaa1!', []],
  ])('%s lacks %j', (password, missing) => {
    expect(unmetPasswordRequirements(password)).toEqual(missing);
  });

  it('lacks something whenever it has a problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aA1!-é') }), (password) => {
        expect(unmetPasswordRequirements(password).length > 0).toBe(newPasswordProblem(password) !== null);
      }),
    );
  });

  it('has rules for password managers, in their syntax', () => {
    expect(passwordRules).toBe(
      'minlength: 8; required: lower; required: upper; required: digit; required: [!@#$%^&*(),.?":{}|<>];',
    );
  });

  it('must be confirmed with the same text', () => {
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
  ] as const)('on %s keeps only the valid characters of "%s"', (platform, typed, kept) => {
    expect(stripHandle(platform, typed)).toBe(kept);
  });

  it.each([
    ['TIKTOK', 'https://www.tiktok.com/@dewdrop.skin', 'dewdrop.skin'],
    ['TIKTOK', 'tiktok.com/@dewdrop.skin/', 'dewdrop.skin'],
    ['TIKTOK', 'https://m.tiktok.com/@dewdrop.skin?lang=en&is_from_webapp=1', 'dewdrop.skin'],
    ['TIKTOK', 'https://www.tiktok.com/@dewdrop.skin/video/7300000000000000000', 'dewdrop.skin'],
    ['TIKTOK', '@https://www.tiktok.com/@dewdrop.skin', 'dewdrop.skin'],
    ['TIKTOK', ' HTTPS://WWW.TIKTOK.COM/@Dewdrop ', 'Dewdrop'],
    ['TIKTOK', 'https://www.tiktok.com/', ''],
    ['YOUTUBE', 'https://www.youtube.com/@DewdropSkin', 'DewdropSkin'],
    ['YOUTUBE', 'youtube.com/c/DewdropSkin/videos', 'DewdropSkin'],
    ['YOUTUBE', 'http://youtube.com/user/dewdrop#about', 'dewdrop'],
    ['YOUTUBE', 'https://m.youtube.com/DewdropSkin', 'DewdropSkin'],
    ['YOUTUBE', 'https://www.youtube.com/@%E0%A4%A8%E0%A4%AE%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87', 'नमस्ते'],
    ['YOUTUBE', 'https://www.youtube.com/channel/UCaaaaaaaaaaaaaaaaaaaaaa', ''],
    ['YOUTUBE', 'https://www.youtube.com/watch?v=aaaaaaaaaaa', ''],
    ['INSTAGRAM', 'https://www.instagram.com/dewdrop.skin/?hl=en', 'dewdrop.skin'],
    ['INSTAGRAM', 'instagram.com/dewdrop.skin', 'dewdrop.skin'],
    ['INSTAGRAM', 'https://www.instagram.com/reel/Cabcdefghij/', ''],
    ['FACEBOOK', 'https://www.facebook.com/dewdropskin', 'dewdropskin'],
    ['FACEBOOK', 'fb.com/dewdropskin/', 'dewdropskin'],
    ['FACEBOOK', 'https://www.facebook.com/profile.php?id=100012345678901', '100012345678901'],
    ['FACEBOOK', 'https://www.facebook.com/people/Dewdrop-Skin/100012345678901/', '100012345678901'],
    ['FACEBOOK', 'https://www.facebook.com/share/p/abc', ''],
    ['TIKTOK', 'Northwind https://www.tiktok.com/@dewdrop.skin', 'dewdrop.skin'],
    ['TIKTOK', 'แบรนด์ไทย', 'แบรนด์ไทย'],
    ['YOUTUBE', 'क्षितिज', 'क्षितिज'],
  ] as const)('on %s is extracted from "%s"', (platform, typed, handle) => {
    expect(stripHandle(platform, typed)).toBe(handle);
    expect(toStoredHandle(platform, typed)).toBe(handle || null);
  });

  it('is stored without surrounding blanks, or as null if nothing is left', () => {
    expect(toStoredHandle('TIKTOK', ' @north wind ')).toBe('north wind');
    expect(toStoredHandle('TIKTOK', ' @! ')).toBeNull();
  });

  it('doesn’t change when stripped again', () => {
    const platform = fc.constantFrom(...offeredPlatforms.map((each) => each.platform));
    fc.assert(
      fc.property(platform, fc.string({ unit: 'grapheme' }), (on, typed) => {
        const once = stripHandle(on, typed);
        expect(stripHandle(on, once)).toBe(once);
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
  ] as const)('of %s match the call’s default', (name, { query }) => {
    const parsed = v.parse(query, {});
    expect(parsed.pageSize).toBe(limits.pageSize[name]);
  });
});
