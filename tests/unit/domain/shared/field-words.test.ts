import { expect, test } from 'vitest';
import { errorFromResponse } from '#api/error.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { fieldOf, withoutPath } from '#domain/shared/field-words.ts';

test.each([
  ['body.email', 'Email'],
  ['body.tikTokHandle', 'TikTok handle'],
  ['body.dos.3', 'Dos'],
  ['body.type', null],
  ['query.page', null],
  ['body', null],
])('%s is labeled %s', (path, words) => {
  expect(fieldOf(path)).toBe(words);
});

test.each([
  ['body.email: Invalid email address.', 'Email: Invalid email address.'],
  ['body.type: Expected "stripe".', 'Expected "stripe".'],
  ['query.page: Expected a whole number.', 'Expected a whole number.'],
  ['Email is required.', 'Email is required.'],
  ['body.email: Email is required.', 'Email is required.'],
  ['body.amountCents: Amount must be at least $100', 'Amount must be at least $100'],
  ['body.dos.0: Do’s and don’ts are too long.', 'Dos: Do’s and don’ts are too long.'],
  ['Note: body.email stays as it is.', 'Note: body.email stays as it is.'],
])('%s reads as %s', (message, words) => {
  expect(withoutPath(message)).toBe(words);
  expect(errorFromResponse(400, { message, code: 'invalid_request' }).message).toBe(words);
});

test('every field of the forms has a label', () => {
  const forms = ['login', 'signup', 'changeEmail', 'changePassword', 'updateBrand', 'createCampaign'] as const;
  const notTyped = new Set(['onboarding', 'postingMedia', 'hasCustomCaption', 'isCustomContent', 'replacesCampaignId']);
  const unnamed = forms.flatMap((name) => {
    const { entries = {} } = (endpoints[name].body ?? {}) as { entries?: object };
    return Object.keys(entries).filter((field) => !notTyped.has(field) && fieldOf(`body.${field}`) === null);
  });
  expect(unnamed).toEqual([]);
});

test('a gateway’s 408 shows the same text as the page’s own timeout', () => {
  expect(errorFromResponse(408, null)).toMatchObject({ code: 'timeout', message: 'Request timeout' });
});
