import { describe, expect, test } from 'vitest';
import { importsOf, projectFiles, read, targetOf } from './files.ts';

/**
 * Modules of the server's services in order, each with the reason for its place: a module may import those above it in
 * this list.
 */
const rooms = {
  shared: 'tokens, limits, paging and calls of other servers know no part of the product',
  jobs: 'background work is scheduled without knowing what it does',
  posts: 'a post and its account are the same for every brand and offer',
  figures: 'figures are counted by post and day, whatever the offers do',
  ledger: 'money is booked without knowing what it pays for',
  files: 'a file is stored and encoded without knowing what it shows',
  mail: 'rooms define their emails, and src/server/emails.ts lists them',
  push: 'messages are composed by the room that sends them',
  moves: 'a move is published at its end, see docs/decisions/0057-after-a-move.md',
  drafts: 'a draft is handed in by a move',
  creators: 'the page of a creator shows drafts and makes moves',
  notices: 'the effects of moves are listed here, so it knows everything that they change',
  campaigns: 'a campaign starts, ends its offers and notifies its brand',
  accounts: 'sign-up and sessions belong to a brand, whatever its campaigns do',
  feed: 'changes are read from all rooms that brands see',
  admin: 'the team’s commands use every room',
} as const;
type Room = keyof typeof rooms;
const order = Object.keys(rooms) as Room[];

const folder = 'src/server/services/';
const roomOf = (path: string) => path.slice(folder.length).split('/')[0] ?? '';
const services = projectFiles(/\.ts$/, folder);
const edges = services.flatMap((file) =>
  importsOf(read(file)).flatMap((specifier) => {
    const target = targetOf(file, specifier);
    return target === null ? [] : [{ file, specifier, target }];
  }),
);
const betweenRooms = edges.filter(({ target }) => target.startsWith(folder));

describe('modules of the server’s services', () => {
  test('each service is in a module, and each module has services', () => {
    expect([...new Set(services.map(roomOf))].sort()).toEqual([...order].sort());
  });

  test.each(order)('%s imports no module below it', (room) => {
    const above = order.slice(0, order.indexOf(room) + 1);
    const wrong = betweenRooms
      .filter(({ file }) => roomOf(file) === room)
      .filter(({ target }) => !above.some((each) => each === roomOf(target)))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong, `${room}: ${rooms[room]}`).toEqual([]);
  });

  test('moves don’t depend on mail and push', () => {
    const wrong = betweenRooms
      .filter(({ file, target }) => roomOf(file) === 'moves' && ['mail', 'push'].includes(roomOf(target)))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong, 'the table in notices/after-move.ts lists what follows a move').toEqual([]);
  });

  test('services don’t depend on requests, commands or the demo', () => {
    const wrong = edges
      .filter(({ target }) => /^src\/server\/(http|control|commands|programs|demo)\//.test(target))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong, 'these call services').toEqual([]);
  });
});
