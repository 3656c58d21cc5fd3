import { expect, test } from 'vitest';
import { asciiEmail } from '#contract/account/email.ts';
import { isVisible } from '#contract/wire/controls.ts';
import { emailKey, readableEmail } from '#server/services/shared/email-key.ts';

test.each([
  ["o'brien@example.com", "o'brien@example.com"],
  ['pat@xn--bcher-kva.example', 'pat@xn--bcher-kva.example'],
  ['pat@bücher.example', 'pat@xn--bcher-kva.example'],
  ['Pat@Bücher.Example', 'Pat@xn--bcher-kva.example'],
  ['pat@bu\u0308cher.example', 'pat@xn--bcher-kva.example'],
  ['pat@bücher。example', 'pat@xn--bcher-kva.example'],
  ['p@a--b.de', 'p@a--b.de'],
  ['a&b@example.com', 'a&b@example.com'],
  ['ada+tag@mail.example.co.uk', 'ada+tag@mail.example.co.uk'],
  ['почта@example.com', null],
  ['почта1@почта.рф', null],
  ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
  ['jo@उदाहरण.भारत', 'jo@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['', null],
  ['a', null],
  ['a@', null],
  ['@example.com', null],
  ['a@b', null],
  ['a@localhost', null],
  ['a@1.2.3.4', null],
  ['a@[::1]', null],
  ['a@b@example.com', null],
  ['a b@example.com', null],
  ['a@exa mple.com', null],
  ['.a@example.com', null],
  ['a..b@example.com', null],
  ['a@-example.com', null],
  ['a@example-.com', null],
  ['a@example..com', null],
  ['a@example.com.', null],
  ['a@example.com/x', null],
  ['a@example.com:80', null],
  ['a@example.c%6fm', null],
  ['a@xn--a.example', null],
  ['a\u200b@example.com', null],
  ['a@exam\u00adple.com', null],
  [`${'a'.repeat(65)}@example.com`, null],
  [`a@${'b'.repeat(64)}.com`, null],
  [`a@${'b.'.repeat(130)}com`, null],
])('%j is %j in ASCII', (typed, expected) => {
  expect(asciiEmail(typed)).toBe(expected);
});

test('all spellings of an email address have one key, and it is shown in its own script', () => {
  for (const spelling of ['Pat@Bücher.example', ' pat@XN--BCHER-KVA.example ']) {
    expect(emailKey(spelling)).toBe('pat@xn--bcher-kva.example');
  }
  expect(emailKey(' No Email ')).toBe('no email');
  expect(readableEmail('pat@xn--bcher-kva.example')).toBe('pat@bücher.example');
  expect(readableEmail('pat@example.com')).toBe('pat@example.com');
  expect(readableEmail('pat@xn--a.example')).toBe('pat@xn--a.example');
});

test.each(['Café 24', '株式会社', 'شركة', 'ही', 'می\u200cخواهم', '💚', '…', 'Ω'])('%j is a visible name', (name) => {
  expect(isVisible(name)).toBe(true);
});
test.each([
  '',
  ' ',
  '\u200b',
  '\u00ad\u2060',
  '\u3164',
  '\u2800\u2800',
  '\u115f \ufeff',
  '\ufe0f',
  '\u{e0041}',
  '\u00a0',
])('%j is an invisible name', (name) => {
  expect(isVisible(name)).toBe(false);
});
