import { expect, test } from 'vitest';
import { notePartsOf } from '#creator/words/note-times.ts';
import { bytesText, timeLeftText, uploadPercent } from '#creator/words/upload-words.ts';

test('a note is split at the times that it mentions, without losing text', () => {
  expect(notePartsOf('From 0:12 to 1:02:03, not 7:65.')).toEqual([
    { text: 'From ', atS: null },
    { text: '0:12', atS: 12 },
    { text: ' to ', atS: null },
    { text: '1:02:03', atS: 3_723 },
    { text: ', not 7:65.', atS: null },
  ]);
  expect(notePartsOf('No time.')).toEqual([{ text: 'No time.', atS: null }]);
});

test('sizes and remaining time are in readable units', () => {
  expect(bytesText(2_540_000, 12_400_000)).toBe('2.5 of 12 MB');
  expect([0.2, 42, 61, 3_000, 9_000].map(timeLeftText)).toEqual([
    'about 1 s left',
    'about 42 s left',
    'about 1 min left',
    'about 50 min left',
    'about 3 h left',
  ]);
});

test('an empty file causes no division by zero', () => {
  expect(uploadPercent({ step: 'paused', name: 'x', sentBytes: 0, totalBytes: 0 })).toBe(0);
});
