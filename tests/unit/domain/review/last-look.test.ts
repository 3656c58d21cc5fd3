import { describe, expect, it } from 'vitest';
import { type Look, lookBefore, newsSince } from '#domain/review/last-look.ts';

const minute = 60_000;
const at = Date.parse('2026-01-03T12:00:00.000Z');
const left: Look = { at, day: '2026-01-03', views: 400 };
const since: Look = { at: at - 600 * minute, day: '2026-01-03', views: 100 };
const nothing = { submittedAt: [], postedAt: [], viewsSinceDay: null };

describe('a visit', () => {
  it('that is the first has no look before it', () => {
    expect(lookBefore(null, at)).toBeNull();
  });

  it('counts from where the last one ended', () => {
    expect(lookBefore({ left, since }, at + 5 * minute)).toEqual(left);
    expect(lookBefore({ left, since: null }, at + 5_000_000 * minute)).toEqual(left);
  });

  it('goes on after a short absence, and where the clock was set back', () => {
    expect(lookBefore({ left, since }, at + 4 * minute)).toEqual(since);
    expect(lookBefore({ left, since: null }, at + 4 * minute)).toBeNull();
    expect(lookBefore({ left, since }, at - 900 * minute)).toEqual(since);
  });
});

describe('news', () => {
  it('are what came after the look, and views beyond those of its day by then', () => {
    const known = {
      submittedAt: ['2026-01-03T12:00:00.000Z', '2026-01-03T12:00:01.000Z', '2026-01-05T00:00:00Z'],
      postedAt: ['2026-01-02T00:00:00.000Z', '2026-01-04T00:00:00.000Z'],
      viewsSinceDay: 1400,
    };
    expect(newsSince(left, known)).toEqual({ submissions: 2, posts: 1, views: 1000 });
  });

  it('are none where nothing came, figures are unknown, or views were taken back', () => {
    expect(newsSince(left, nothing)).toBeNull();
    expect(newsSince(left, { ...nothing, viewsSinceDay: 300 })).toBeNull();
    expect(newsSince({ ...left, views: null }, { ...nothing, viewsSinceDay: 300 })).toBeNull();
  });
});
