import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { withAddresses } from '#server/backup/brand/brand-rows.ts';
import { sharedTables } from '#server/backup/brand/match-shared.ts';
import { allTables } from '#server/services/admin/personal-data/all-tables.ts';
import { movedTables, stayingTables } from '#server/services/admin/personal-data/moved-tables.ts';

const moved = movedTables.map(({ table }) => getTableName(table));

test('each table moves with its brand or stays', () => {
  const listed = [...moved, ...stayingTables.map(({ table }) => getTableName(table))];
  const all = allTables.map(({ table }) => getTableName(table));
  expect(listed.sort(), 'a new table needs a fate in moved-tables.ts, see docs/decisions/0075').toEqual(all.sort());
});

test('referenced rows are imported before the rows that refer to them', () => {
  const late = movedTables.flatMap(({ table }, place) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const target = getTableName(key.reference().foreignTable);
      const at = moved.indexOf(target);
      return at < place && at !== -1 ? [] : [`${moved[place]} refers to ${target}`];
    }),
  );
  expect(late).toEqual([]);
});

test('a table without a brand column is shared and matched, or belongs to rows that have one', () => {
  const shared = movedTables.filter(({ isShared }) => isShared).map(({ table }) => getTableName(table));
  expect([...sharedTables.keys()].sort()).toEqual(shared.sort());
  const others = movedTables
    .filter(({ table, isShared }) => !isShared && !('brandId' in getTableColumns(table)))
    .map(({ table }) => getTableName(table));
  expect(others).toEqual(['brands', 'hold_answers']);
});

test.each([
  ['/files/brd_1/a.webp', 'https://new.example/files/brd_1/a.webp'],
  ['https://old.example/files/brd_1/a.webp', 'https://new.example/files/brd_1/a.webp'],
  ['https://cdn.example/afield/files/brd_1/a.mp4', 'https://new.example/files/brd_1/a.mp4'],
  [
    '{"media": [{"imageUrl": "http://localhost:3000/files/brd_1/a.webp"}]}',
    '{"media": [{"imageUrl": "https://new.example/files/brd_1/a.webp"}]}',
  ],
  [
    'See https://x.example and https://old.example/files/brd_1/a.webp.',
    'See https://x.example and https://new.example/files/brd_1/a.webp.',
  ],
  ['https://old.example/files/brd_2/a.webp', 'https://old.example/files/brd_2/a.webp'],
])('URLs of the brand’s files point to the new installation: %s', (text, expected) => {
  expect(withAddresses(text, 'brd_1', 'https://new.example')).toBe(expected);
});
