import { expect, test } from 'vitest';
import { byteRangeOf, partialResponse } from '#sw/media/byte-range.ts';

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', null],
  ['bytes=20-10', null],
  ['bytes=-0', null],
  ['bytes=-', null],
  ['bytes=0-9,20-29', null],
  ['lines=0-9', null],
])('the range %s of a hundred bytes is parsed', (header, expected) => {
  expect(byteRangeOf(header, 100)).toEqual(expected);
});

const file = () => new Response('0123456789', { headers: { 'Content-Type': 'video/mp4', 'Content-Length': '10' } });

test('a player gets the requested part, with its position', async () => {
  const part = await partialResponse(file(), 'bytes=2-4');
  expect(part.status).toBe(206);
  expect(await part.text()).toBe('234');
  expect(Object.fromEntries(part.headers)).toMatchObject({
    'content-range': 'bytes 2-4/10',
    'content-length': '3',
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
  });
});

test('an unsatisfiable range is refused with the size', async () => {
  const part = await partialResponse(file(), 'bytes=10-');
  expect(part.status).toBe(416);
  expect(part.headers.get('Content-Range')).toBe('bytes */10');
});
