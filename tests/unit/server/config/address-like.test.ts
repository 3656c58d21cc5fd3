import { expect, test } from 'vitest';
import { containsAddress } from '#server/services/mail/address-like.ts';

test.each([
  'http://evil.example please verify',
  'HTTPS:// evil',
  'hTtP:\\\\evil',
  'mailto:a',
  'www.evil',
  'See www .evil',
  'evil.example',
  'Claim at EVIL.COM/prize',
  'evil\u200b.\u2060com',
  'evil\u00ad.c\u200dom',
  'evil．ｃｏｍ',
  'evil。com',
  'evil｡com',
  'evil․com',
  'evil .com',
  'evil. com',
  'evil dot com',
  'evil[.]com',
  'evil (dot) com',
  'пример.рф',
  'उदाहरण.भारत',
  'bücher.de',
  'me@evil.example',
  'me＠evil',
  '198.51.100.7',
  't.co',
])('%j contains an address', (text) => {
  expect(containsAddress(text)).toBe(true);
});

test.each([
  'St. Ives',
  'Dr. Brandt',
  'Mrs. Meyer’s Clean Day',
  'A.P.C.',
  'e.l.f. Cosmetics',
  'No. 7',
  'Studio 2.0',
  'Acme, Inc.',
  'Ben & Jerry’s',
  'P.F. Chang’s',
  'Polka Dot Company',
  '@home',
  'Nr: 4',
  'Col·lecció',
  'ジョン・スミス',
  'Ivory/Ella',
  '3 : 15',
])('%j contains no address', (text) => {
  expect(containsAddress(text)).toBe(false);
});
