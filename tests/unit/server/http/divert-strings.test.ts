import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divertStrings } from '#server/http/files/divert-strings.ts';
import { base64Decoder } from '#server/services/files/uploads/base64-decoder.ts';

/** Reads the text in chunks that end at these offsets; returns the kept text and the diverted strings. */
function read(text: string, cuts: readonly number[] = [], limitBytes = 10_000) {
  const bytes = Buffer.from(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1))), bytes.length].sort((a, b) => a - b);
  const json = divertStrings('file', limitBytes);
  const diverted: string[] = [];
  let start = 0;
  for (const end of ends) {
    for (const piece of json.read(bytes.subarray(start, end))) {
      if (piece.kind === 'start') diverted.push('');
      if (piece.kind === 'text') diverted[diverted.length - 1] += piece.text;
    }
    start = end;
  }
  return { value: json.value(), diverted };
}

const anyBase64 = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'));
// JSON has no -0, so each value is passed through JSON once.
const anyOther = fc
  .json({ maxDepth: 2 })
  .filter((text) => !text.includes('"file"'))
  .map((text): unknown => JSON.parse(text));
const anyCuts = fc.array(fc.nat(2000), { maxLength: 8 });

test('strings under the key are diverted in any context, wherever chunks end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyBase64, anyOther), { maxLength: 4 }),
      anyCuts,
      fc.nat(2),
      (files, cuts, indent) => {
        const given = files.map(([file, other]) => ({ other, file, 'fi"le': 'kept', text: 'file' }));
        const { value, diverted } = read(JSON.stringify({ given }, null, indent), cuts);
        expect(diverted).toEqual(files.map(([file]) => file));
        const places = given.map((item, index) => ({ ...item, file: item.file === '' ? '' : String(index) }));
        expect(value).toEqual({ given: places });
      },
    ),
  );
});

test('a key or a slash written as an escape is recognized', () => {
  const text = '{"f\\u0069le":"ab\\/\\u002b","x":{"file":"cd=="}}';
  for (let cut = 0; cut <= text.length; cut += 1) {
    expect(read(text, [cut])).toEqual({ value: { file: '0', x: { file: '1' } }, diverted: ['ab/+', 'cd=='] });
  }
});

test('the placeholder can’t occur in base64', () => {
  for (const written of ['ab\\"cd', 'ab\\\\cd', 'ab\\bcd', 'ab\\u0000', 'ab\u00e9']) {
    let text = '';
    for (const piece of divertStrings('file', 100).read(Buffer.from(`{"file":"${written}"}`))) {
      if (piece.kind === 'text') text += piece.text;
    }
    expect(() => base64Decoder().decode(text.repeat(200))).toThrow('Expected base64.');
  }
});

test('truncated or broken JSON is refused, as is too much kept text', () => {
  for (const text of ['{"file":"abcd', '{"file":"abcd"', '{"file" "abcd"}', '{"file":"abcd"x}', '']) {
    expect(() => read(text)).toThrow('Expected JSON.');
  }
  expect(() => read(`{"text":"${'x'.repeat(101)}"}`, [50, 90], 100)).toThrow('at most 100 bytes');
  expect(read(`{"file":"${'x'.repeat(1000)}"}`, [500], 100).value).toEqual({ file: '0' });
});

test('base64 is decoded from any chunks, with or without a type in front', () => {
  const anySpace = fc.constantFrom('', '\n', ' \r\n ');
  const anyPrefix = fc.constantFrom('', 'data:image/png;base64,', `data:${'x'.repeat(200)};base64,`);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), anyPrefix, anySpace, anyCuts, (bytes, prefix, space, cuts) => {
      const text = prefix + Buffer.from(bytes).toString('base64') + space;
      const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
      const decoder = base64Decoder();
      const parts = ends.map((end, index) => decoder.decode(text.slice(ends[index - 1] ?? 0, end)));
      expect(Buffer.concat([...parts, decoder.end()])).toEqual(Buffer.from(bytes));
    }),
  );
});

test.each(['ab*d', 'ab=d', 'ab===', 'a b c d', 'data:,abcd', '=', 'abcd= ='])('“%s” isn’t base64', (text) => {
  const decoder = base64Decoder();
  expect(() => {
    for (const letter of text) decoder.decode(letter);
    decoder.end();
    if (text === '=') throw new Error('Expected base64.');
  }).toThrow('Expected base64.');
});
