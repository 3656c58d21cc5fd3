import { readFileSync } from 'node:fs';
import { box } from './hostile.ts';
import { ffmpeg, olderFilm, smallFilm, webFilm } from './make.ts';

/** A playable video that other readers take for a file of another format. */
export interface Polyglot {
  name: string;
  /** @param canary path of a file that must not be read */
  content(canary: string): Buffer;
  /** Outcomes with ffmpeg and without. */
  outcomes: readonly [RegExp, RegExp];
}

const [ready, refused] = [/^READY/, (words: string) => new RegExp(`^FAILED .*${words}`)];

const playlist = (canary: string) =>
  `\n#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://${canary}\n#EXT-X-ENDLIST\n`;
const fileList = (canary: string) => `\nffconcat version 1.0\nfile '${canary}'\nduration 5\n`;

/** Changes the index of a video in which it is the last box, so that its growth moves no frames. */
function withIndex(change: (index: Buffer) => Buffer): Buffer {
  const film = readFileSync(olderFilm());
  const start = film.lastIndexOf('moov', undefined, 'latin1') - 4;
  const index = change(film.subarray(start));
  index.writeUInt32BE(index.length, 0);
  return Buffer.concat([film.subarray(0, start), index]);
}

/** Makes both tracks refer to external content, in place of "in this file". The boxes around the entry grow with it. */
function elsewhere(entry: Buffer): Buffer {
  const here = box('url ', '\x00\x00\x00\x01');
  const parents = ['dref', 'dinf', 'minf', 'mdia', 'trak'];
  return withIndex((given) => {
    let index = given;
    for (let at = index.indexOf(here); at >= 0; at = index.indexOf(here, at + entry.length)) {
      index = Buffer.concat([index.subarray(0, at), entry, index.subarray(at + here.length)]);
      for (const parent of parents) {
        const size = index.lastIndexOf(parent, at, 'latin1') - 4;
        index.writeUInt32BE(index.readUInt32BE(size) + entry.length - here.length, size);
      }
    }
    return index;
  });
}

/** A file reference as the Finder makes it; see ffmpeg's `mov_read_dref`. */
function alias(path: string): Buffer {
  const record = Buffer.alloc(150);
  record.writeUInt16BE(150, 4);
  record.writeUInt16BE(2, 6);
  const [name = ''] = path.split('/').slice(-1);
  record.writeUInt8(Math.min(name.length, 63), 50);
  record.write(name.slice(0, 63), 51, 'latin1');
  // Video and file are each 1 level below a common folder.
  record.writeInt16BE(1, 130);
  record.writeInt16BE(1, 132);
  const place = Buffer.from(path, 'latin1');
  const even = Buffer.concat([place, Buffer.alloc(place.length % 2)]);
  const head = (type: number, length: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt16BE(type, 0);
    bytes.writeUInt16BE(length, 2);
    return bytes;
  };
  return box('alis', '\x00\x00\x00\x00', record.subarray(4), head(18, place.length), even, head(-1, 0));
}

export const polyglots: readonly Polyglot[] = [
  {
    name: 'a video with a playlist in front of its mark',
    outcomes: [refused('as a video'), refused('as a video')],
    content: (canary) => Buffer.concat([box('free', playlist(canary)), readFileSync(olderFilm())]),
  },
  {
    name: 'a video with a playlist behind its end',
    outcomes: [ready, ready],
    content: (canary) => Buffer.concat([readFileSync(smallFilm()), Buffer.from(playlist(canary))]),
  },
  {
    name: 'a video with a list of files to join behind its end',
    outcomes: [ready, ready],
    content: (canary) => Buffer.concat([readFileSync(smallFilm()), Buffer.from(fileList(canary))]),
  },
  {
    name: 'a film whose content is at an address',
    outcomes: [ready, ready],
    content: (canary) => elsewhere(box('url ', '\x00\x00\x00\x00', `file://${canary}\x00`)),
  },
  {
    name: 'a film whose content is in another file',
    outcomes: [refused('damaged'), ready],
    content: (canary) => elsewhere(alias(canary)),
  },
  {
    name: 'a film that names another one to play',
    outcomes: [ready, ready],
    content: (canary) => {
      const url = `file://${canary}\x00`;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(url.length);
      const other = box('rdrf', '\x00\x00\x00\x00', 'url ', length, url);
      return withIndex((index) => Buffer.concat([index, box('rmra', box('rmda', other))]));
    },
  },
  {
    name: 'a film with a file attached',
    outcomes: [ready, refused('can’t convert')],
    content(canary) {
      const path = `${canary}.mkv`;
      ffmpeg(['-i', webFilm(), '-c', 'copy', '-attach', canary, '-metadata:s:t', 'mimetype=text/plain', path]);
      return readFileSync(path);
    },
  },
];
