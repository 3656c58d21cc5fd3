import { expect, test } from 'vitest';
import { secondsOf, videoTime } from '#domain/review/video-time.ts';

test.each([
  [0, '0:00'],
  [7.4, '0:07'],
  [59.6, '1:00'],
  [64, '1:04'],
  [3_905, '1:05:05'],
])('%d seconds read %s', (seconds, text) => expect(videoTime(seconds)).toBe(text));

test.each([
  ['0:12', 12],
  [' 1:04 ', 64],
  ['7', 7],
  ['90', 90],
  ['1:05:05', 3_905],
  ['0:75', null],
  ['1:75:00', null],
  ['0:5', 5],
  ['', null],
  ['half a minute', null],
  ['-4', null],
])('%j is %s seconds', (typed, seconds) => expect(secondsOf(typed)).toBe(seconds));
