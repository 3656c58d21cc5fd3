import type { Random } from './random.ts';

const texts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\ufeff', '\u202e', '\r\nSet-Cookie: x=1', '💥'.repeat(50)],
  ...["' or 1=1; --", '"; drop table brands; --', '$1', '{{7*7}}', '<script>alert(1)</script>', '%00', '%', '%c0%af'],
  ...[
    '../../etc/passwd',
    '..\\..\\x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://[::1',
    'https://a@b:99999/',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-0',
    '1e309',
    '0x10',
    '٣',
    '1_000',
  ],
  ...['0000-00-00', '2026-02-30', '9999-12-31', '-000001-01-01', '2026-03-15T24:00:00Z', '+275760-09-13T00:00:00.000Z'],
  ...[
    'brd_00000000000000000000000000',
    'off_ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
    'cmp_',
    'e\u0301'.repeat(200),
    'İ'.repeat(99),
  ],
];
const others: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63],
  ...[[], {}, [[]], [null], { length: -1 }, { toString: null }, { constructor: { prototype: 1 } }],
];

const deep = (levels: number): unknown =>
  levels === 0 ? 'deep' : levels % 2 === 0 ? [deep(levels - 1)] : { a: deep(levels - 1) };

/** A text designed to break parsers, limits or storage. */
export function hostileText(random: Random): string {
  if (random.chance(0.1))
    return random.pick(['a', '9', ' ', '💥', '\u0301', '/', '%']).repeat(random.pick([65, 300, 5_000, 60_000]));
  if (random.chance(0.2)) {
    return Array.from({ length: random.below(40) }, () => String.fromCharCode(random.below(0x10000))).join('');
  }
  return random.pick(texts);
}

/** A JSON value designed to break parsers, limits or storage. */
export function hostileValue(random: Random): unknown {
  if (random.chance(0.5)) return hostileText(random);
  if (random.chance(0.1)) return deep(random.pick([10, 40, 500]));
  if (random.chance(0.1)) return Array.from({ length: random.pick([21, 101, 3_000]) }, () => random.pick(texts));
  // A copy, because the next mutation may change it.
  return structuredClone(random.pick(others));
}

const deepText = (levels: number) => `{"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** A body that isn't JSON, or isn't the JSON that it seems to be. */
export function brokenBody(random: Random, text: string): Buffer {
  const kinds: (() => Buffer)[] = [
    () => Buffer.from(text.slice(0, random.below(text.length + 1))),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(text.replaceAll('"', "'")),
    () => Buffer.from(`{"__proto__":${text || 'null'}}`),
    () => Buffer.from('['.repeat(random.pick([33, 16_000, 50_000, 800_000]))),
    () => Buffer.from(deepText(random.pick([32, 33, 8_000, 30_000, 400_000]))),
    () => Buffer.from(`[${'{},'.repeat(random.pick([5_000, 20_000, 300_000]))}0]`),
    () => Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    () => Buffer.from(text.replace(/^\{/, '{"constructor":null,"toString":[],')),
    () => Buffer.from(text.replace(/"(\w)/, '"\\ud800$1')),
    () => Buffer.alloc(random.pick([1, 1_048_576, 1_048_577, 1_300_000]), 0x20),
  ];
  return random.pick(kinds)();
}
