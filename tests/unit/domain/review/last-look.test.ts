import { describe, expect, it } from 'vitest';
import { newsBaseline, newsSince, type VisitEnd } from '#domain/review/last-look.ts';

const minute = 60_000;
const at = Date.parse('2026-01-03T12:00:00.000Z');
const left: VisitEnd = { at, day: '2026-01-03', views: 400 };
const since: VisitEnd = { at: at - 600 * minute, day: '2026-01-03', views: 100 };
const nothing = { submittedAt: [], postedAt: [], viewsSinceDay: null };

describe('a visit', () => {
  it('has no previous look if it is the first', () => {
    expect(newsBaseline(null, at)).toBeNull();
  });

  it('counts from the end of the previous one', () => {
    expect(newsBaseline({ left, since }, at + 5 * minute)).toEqual(left);
    expect(newsBaseline({ left, since: null }, at + 5_000_000 * minute)).toEqual(left);
  });

  it('continues after a short absence, and if the clock was set back', () => {
    expect(newsBaseline({ left, since }, at + 4 * minute)).toEqual(since);
    expect(newsBaseline({ left, since: null }, at + 4 * minute)).toBeNull();
    expect(newsBaseline({ left, since }, at - 900 * minute)).toEqual(since);
  });
});

describe('news', () => {
  it('are records from after the look, and views beyond those of its day by then', () => {
    const known = {
      submittedAt: ['2026-01-03T12:00:00.000Z', '2026-01-03T12:00:01.000Z', '2026-01-05T00:00:00Z'],
      postedAt: ['2026-01-02T00:00:00.000Z', '2026-01-04T00:00:00.000Z'],
      viewsSinceDay: 1400,
    };
    expect(newsSince(left, known)).toEqual({ submissions: 2, posts: 1, views: 1000 });
  });

  it('are none if nothing arrived, figures are unknown, or views were corrected down', () => {
    expect(newsSince(left, nothing)).toBeNull();
    expect(newsSince(left, { ...nothing, viewsSinceDay: 300 })).toBeNull();
    expect(newsSince({ ...left, views: null }, { ...nothing, viewsSinceDay: 300 })).toBeNull();
  });
});
