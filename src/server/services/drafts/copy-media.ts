import { open } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { openInput } from './read-media.ts';

/** A track on its way: its packets in their order, and what takes them. */
interface Lane {
  packets: AsyncGenerator<EncodedPacket>;
  next: EncodedPacket | null;
  add(packet: EncodedPacket): Promise<void>;
}

/**
 * Writes the pictures and the sound of a file into a new one, as they are. Whatever else the file held is not in it: places,
 * names, other tracks, and what came after its end. The index comes first.
 */
export async function copyMedia({ from, to, numbers }: CopyOrder): Promise<void> {
  const file = await open(from, 'r');
  const input = openInput(file, (await file.stat()).size);
  try {
    const isWebm = (await input.getFormat()).name === 'WebM';
    const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' });
    const output = new Output({ format, target: new FilePathTarget(to) });
    const lanes: Lane[] = [];
    const video = (await input.getVideoTracks())[numbers.video];
    const videoCodec = await video?.getCodec();
    if (video === undefined || !videoCodec) throw new Error('No picture to copy');
    const pictures = new EncodedVideoPacketSource(videoCodec);
    output.addVideoTrack(pictures, { rotation: await video.getRotation(), ...(await roomFor(video)) });
    const videoMeta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined };
    lanes.push(await laneOf(video, (packet) => pictures.add(packet, videoMeta as EncodedVideoChunkMetadata)));
    const audio = numbers.audio === null ? undefined : (await input.getAudioTracks())[numbers.audio];
    const audioCodec = await audio?.getCodec();
    if (audio !== undefined && audioCodec) {
      const sound = new EncodedAudioPacketSource(audioCodec);
      output.addAudioTrack(sound, await roomFor(audio));
      const audioMeta = { decoderConfig: (await audio.getDecoderConfig()) ?? undefined };
      lanes.push(await laneOf(audio, (packet) => sound.add(packet, audioMeta as EncodedAudioChunkMetadata)));
    }
    await output.start();
    await copyLanes(lanes);
    await output.finalize();
  } finally {
    input.dispose();
    await file.close();
  }
}

export interface CopyOrder {
  from: string;
  to: string;
  /** Tracks that are taken, counted by kind from 0. */
  numbers: { video: number; audio: number | null };
}

/** Room for the index is kept in front, so that neither file is ever whole in memory. */
async function roomFor(track: InputTrack): Promise<{ maximumPacketCount: number }> {
  return { maximumPacketCount: (await track.computePacketStats()).packetCount };
}

async function laneOf(track: InputTrack, add: Lane['add']): Promise<Lane> {
  const packets = new EncodedPacketSink(track).packets();
  const first = await packets.next();
  return { packets, next: first.done ? null : first.value, add };
}

/** Always the packet that comes first in time: a player finds sound and picture near each other. */
async function copyLanes(lanes: readonly Lane[]): Promise<void> {
  for (;;) {
    const [lane] = lanes
      .filter(({ next }) => next !== null)
      .sort((a, b) => (a.next?.timestamp ?? 0) - (b.next?.timestamp ?? 0));
    if (!lane?.next) return;
    await lane.add(lane.next);
    const following = await lane.packets.next();
    lane.next = following.done ? null : following.value;
  }
}
