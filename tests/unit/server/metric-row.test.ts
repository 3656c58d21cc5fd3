import { describe, expect, test } from 'vitest';
import { type MetricColumn, metricRowChecker } from '#server/services/figures/metrics-import/rows/metric-row.ts';

const check = metricRowChecker('2026-03-15');
const good: Record<MetricColumn, string> = {
  finalPostUrl: 'https://www.youtube.com/watch?v=XpVt6Z1Gjjo',
  socialPlatform: 'YOUTUBE',
  socialUsername: 'Ada Byron',
  forDate: '2026-03-14',
  viewCount: '1200',
  likeCount: '30',
  commentCount: '2',
  shareCount: '1',
};
const checked = (changes: Partial<typeof good> = {}) => {
  const result = check({ ...good, ...changes });
  return 'reason' in result ? result.reason : result.row;
};

test('a valid row is accepted with blanks around its cells', () => {
  expect(checked({ viewCount: ' 1200 ', forDate: '2026-03-14 ', socialPlatform: 'youtube' })).toEqual({
    link: { platform: 'YOUTUBE', id: 'XpVt6Z1Gjjo', url: good.finalPostUrl, account: null, isShort: false },
    username: 'Ada Byron',
    day: '2026-03-14',
    counts: { viewCount: 1200, likeCount: 30, commentCount: 2, shareCount: 1 },
    blank: [],
  });
});

test('counts that a platform doesn’t report may be blank, but views may not', () => {
  expect(checked({ likeCount: '', shareCount: ' ' })).toMatchObject({
    counts: { viewCount: 1200, likeCount: 0, commentCount: 2, shareCount: 0 },
    blank: ['likeCount', 'shareCount'],
  });
  expect(checked({ viewCount: '' })).toBe('viewCount: Expected a number, but it’s blank.');
});

test('a name loses its @ and the apostrophe that guards against formulas', () => {
  for (const name of ['@ada', "'@ada", '@ ada '])
    expect(checked({ socialUsername: name })).toMatchObject({ username: 'ada' });
  expect(checked({ socialUsername: '#Mind Warehouse' })).toMatchObject({ username: '#Mind Warehouse' });
  expect(checked({ socialUsername: '@' })).toBe('socialUsername: Expected a creator’s name, but it’s blank.');
});

describe('refused cells, with the reason', () => {
  const spreadsheetError = 'This cell has a spreadsheet error.';
  const shortened = 'A spreadsheet rounded this number, so digits are missing.';
  const number = 'Expected a whole number in digits only, such as 25000.';
  const numberOrBlank = 'Expected a whole number in digits only, such as 25000, or a blank cell.';
  test.each<[MetricColumn, string, string]>([
    ['finalPostUrl', '', 'Expected the link to a post, but it’s blank.'],
    ['finalPostUrl', 'https://www.youtube.com/watch?v=#NAME?', spreadsheetError],
    ['finalPostUrl', '#REF!', spreadsheetError],
    ['finalPostUrl', 'https://www.tiktok.com/@a/video/7.30123E+18', shortened],
    [
      'finalPostUrl',
      'https://www.youtube.com/@ada',
      'This is a link to a profile. Open the post and copy its link from YouTube.',
    ],
    ['finalPostUrl', 'https://x.com/a/status/123456', 'This is an X link, but the offer is for YouTube.'],
    [
      'finalPostUrl',
      `https://www.facebook.com/${'a'.repeat(2_100)}/videos/123456`,
      'Expected at most 2048 characters.',
    ],
    ['socialPlatform', 'VIMEO', 'Expected one of INSTAGRAM, TIKTOK, YOUTUBE, FACEBOOK, SNAPCHAT, TWITTER.'],
    ['socialUsername', '#NAME?', spreadsheetError],
    ['socialUsername', 'a\nb', 'Expected text without line breaks or other control characters.'],
    ['socialUsername', 'a\u0000b', 'Expected text without line breaks or other control characters.'],
    ['socialUsername', 'Bj\uFFFDrk', 'Part of this text is missing: it has a replacement character.'],
    ['socialUsername', 'a'.repeat(201), 'Expected at most 200 characters.'],
    ['forDate', '100', 'Expected a date as YYYY-MM-DD, such as 2026-03-10.'],
    ['forDate', '24.09xcaeyJTx4Co', 'Expected a date as YYYY-MM-DD, such as 2026-03-10.'],
    ['forDate', '14/03/2026', 'Expected a date as YYYY-MM-DD, such as 2026-03-10.'],
    ['forDate', '2026-02-30', 'Expected a valid date.'],
    ['forDate', '2026-03-16', 'Expected a date up to today, 2026-03-15 (UTC).'],
    ['forDate', '1926-03-14', 'Expected a date on or after 2000-01-01.'],
    ['viewCount', '-1', number],
    ['viewCount', '1.5', number],
    ['viewCount', '1,200', number],
    ['viewCount', '1.2E+06', shortened],
    ['viewCount', '#VALUE!', spreadsheetError],
    ['likeCount', 'many', numberOrBlank],
    ['likeCount', '99999999999999999999', numberOrBlank],
    ['shareCount', '2000000000000', 'Expected at most 1000000000000.'],
  ])('%s %j', (column, value, reason) => {
    const message = checked({ [column]: value });
    // If platform and link disagree, the error names the link.
    const blamed = column === 'socialPlatform' && value === 'TIKTOK' ? 'finalPostUrl' : column;
    expect(message).toBe(`${blamed}: ${reason}`);
  });
});
