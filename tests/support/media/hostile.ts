import { readFileSync } from 'node:fs';

/** A malicious file, and the refusal that its sender gets. */
export interface HostileFile {
  name: string;
  /** @param canary path of a file that must not be read */
  content(canary: string): Buffer;
  refusal: RegExp;
  /** True if only the limit ends reading it. */
  isEndless?: true;
}

/** A complete draft: H.264 with AAC, and its index first. */
export const goodVideo = () => readFileSync('src/server/demo/media/coffee.mp4');

export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** Overwrites bytes of a box in the good video's index. @param at offset from the start of the box's content */
function patched(type: string, at: number, write: (content: Buffer) => void): Buffer {
  const video = goodVideo();
  const start = video.indexOf(type, video.indexOf('moov', 0, 'latin1'), 'latin1');
  if (start < 0) throw new Error(`No ${type} in the video`);
  write(video.subarray(start + 4 + at));
  return video;
}

function nested(depth: number): Buffer {
  let inner = box('free');
  for (let level = 0; level < depth; level++) inner = box('moov', inner);
  return inner;
}

const ftyp = box('ftyp', 'isom\x00\x00\x02\x00isomavc1mp41');
const notVideo = /as a video/;
const broken = /damaged or incomplete/;

/** An EBML element of a small size. */
const element = (id: number[], content: Buffer): Buffer => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(content.length));
  return Buffer.concat([Buffer.from(id), size, content]);
};
const webmHead = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm')));

export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'a playlist',
    content: (canary) =>
      Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://${canary}\n#EXT-X-ENDLIST\n`),
    refusal: notVideo,
  },
  {
    name: 'a list of files to join',
    content: (canary) => Buffer.from(`ffconcat version 1.0\nfile '${canary}'\nduration 5\n`),
    refusal: notVideo,
  },
  {
    name: 'a playlist behind the mark of an MP4',
    content: (canary) => Buffer.concat([ftyp, Buffer.from(`\n#EXTM3U\n#EXTINF:5,\nfile://${canary}\n`)]),
    refusal: broken,
  },
  {
    name: 'a page with the name of a video',
    content: (canary) => Buffer.from(`<!doctype html><video src="file://${canary}"></video>`),
    refusal: notVideo,
  },
  { name: 'nothing', content: () => Buffer.alloc(0), refusal: notVideo },
  { name: 'noise', content: () => Buffer.alloc(100_000, 'ftypmoovmdat#EXTM3U'), refusal: notVideo },
  {
    name: 'boxes in boxes, ten thousand deep',
    content: () => Buffer.concat([ftyp, nested(10_000), box('mdat')]),
    refusal: broken,
  },
  {
    name: 'a box of sixteen exabytes',
    content: () => Buffer.concat([ftyp, Buffer.from('\x00\x00\x00\x01moov\x7f'), Buffer.alloc(15, 0xff)]),
    refusal: broken,
  },
  { name: 'a video cut off in its middle', content: () => goodVideo().subarray(0, 20_000), refusal: broken },
  { name: 'a video cut off in its index', content: () => goodVideo().subarray(0, 900), refusal: broken },
  {
    name: 'an index of four thousand million pictures',
    content: () => patched('stsz', 4, (content) => content.fill(0xff, 4, 8)),
    refusal: /damaged|can’t process this video/,
  },
  {
    name: 'a picture of 65,535 x 65,535',
    content: () => patched('avc1', 24, (content) => content.fill(0xff, 0, 4)),
    refusal: /above 4K/,
  },
  {
    name: 'a codec that nobody knows',
    content: () => patched('avc1', -4, (content) => content.write('zzzz', 'latin1')),
    refusal: /don’t support this video’s format/,
  },
  {
    name: 'sound that nobody knows',
    content: () =>
      patched('mp4a', -4, (content) => {
        content.write('apac', 'latin1');
        content.write('free', content.indexOf('esds', 0, 'latin1'), 'latin1');
      }),
    refusal: /can’t read this video’s sound/,
  },
  {
    name: 'pictures that last for hours each',
    content() {
      const video = patched('stts', 12, (content) => content.writeUInt32BE(0x0fffffff));
      // Its edit list would show the first ten seconds of them.
      video.write('free', video.indexOf('edts', 0, 'latin1'), 'latin1');
      return video;
    },
    refusal: /The limit is 10 minutes/,
  },
  {
    name: 'a WebM without an end',
    content: () => Buffer.concat([webmHead, Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, ...Array(7).fill(0xff)])]),
    refusal: broken,
  },
  {
    name: 'a WebM that never ends to be read: a thousand elements in each other',
    content: () => {
      let inner: Buffer = Buffer.alloc(0);
      for (let level = 0; level < 1_000; level++) inner = element([0x18, 0x53, 0x80, 0x67], inner);
      return Buffer.concat([webmHead, inner]);
    },
    refusal: /can’t process this video/,
    isEndless: true,
  },
];
