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
import { isOutsideShownPart, type ShownPart } from '#domain/drafts/film-edits.ts';
import type { DraftMedia } from './media.ts';
import { openInput } from './read-media.ts';

/** A track being copied: its packets in order, and the function that writes them. */
interface Lane {
  packets: AsyncGenerator<EncodedPacket, void, unknown>;
  next: EncodedPacket | null;
  add(packet: EncodedPacket): Promise<void>;
}

/**
 * Remuxes a file's video and audio into a new one, without re-encoding, and with the index first. Everything else is
 * dropped: locations, names, other tracks, trailing data, and parts that the creator trimmed off.
 */
export async function copyMedia({ from, to, tracks }: CopyJob): Promise<void> {
  const file = await open(from, 'r');
  const input = openInput(file, (await file.stat()).size);
  try {
    const isWebm = (await input.getFormat()).name === 'WebM';
    const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' });
    const output = new Output({ format, target: new FilePathTarget(to) });
    const lanes: Lane[] = [];
    const video = (await input.getVideoTracks())[tracks.video.number];
    const videoCodec = await video?.getCodec();
    if (video === undefined || !videoCodec) throw new Error('No picture to copy');
    const pictures = new EncodedVideoPacketSource(videoCodec);
    output.addVideoTrack(pictures, { rotation: await video.getRotation(), ...(await indexReservation(video)) });
    const videoMeta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined };
    const addPicture = (packet: EncodedPacket) => pictures.add(packet, videoMeta as EncodedVideoChunkMetadata);
    lanes.push(await laneOf(video, tracks.video, addPicture));
    const audio = tracks.audio === null ? undefined : (await input.getAudioTracks())[tracks.audio.number];
    const audioCodec = await audio?.getCodec();
    if (tracks.audio !== null && audio !== undefined && audioCodec) {
      const sound = new EncodedAudioPacketSource(audioCodec);
      output.addAudioTrack(sound, await indexReservation(audio));
      const audioMeta = { decoderConfig: (await audio.getDecoderConfig()) ?? undefined };
      const addSound = (packet: EncodedPacket) => sound.add(packet, audioMeta as EncodedAudioChunkMetadata);
      lanes.push(await laneOf(audio, tracks.audio, addSound));
    }
    await output.start();
    await copyLanes(lanes);
    await output.finalize();
  } finally {
    input.dispose();
    await file.close();
  }
}

export interface CopyJob {
  from: string;
  to: string;
  tracks: { video: CopiedTrack; audio: CopiedTrack | null };
}

/** A track to copy, without the parts that its creator trimmed off. `number` counts tracks of its kind from 0. */
type CopiedTrack = Pick<DraftMedia['video'], 'number' | 'shown' | 'isTrimmed'>;

/** Reserves space for the index at the front, so that neither the input nor the output has to fit into memory. */
async function indexReservation(track: InputTrack): Promise<{ maximumPacketCount: number }> {
  return { maximumPacketCount: (await track.computePacketStats()).packetCount };
}

async function laneOf(track: InputTrack, { shown, isTrimmed }: CopiedTrack, add: Lane['add']): Promise<Lane> {
  const all = new EncodedPacketSink(track).packets();
  const packets = shown !== null && isTrimmed ? shownPackets(all, shown) : all;
  const first = await packets.next();
  return { packets, next: first.done ? null : first.value, add };
}

async function* shownPackets(
  packets: AsyncGenerator<EncodedPacket>,
  shown: ShownPart,
): AsyncGenerator<EncodedPacket, void, unknown> {
  for await (const packet of packets) {
    const { timestamp, duration } = packet;
    if (!isOutsideShownPart(shown, { startSecs: timestamp, endSecs: timestamp + duration })) yield packet;
  }
}

/** Interleaves packets by timestamp, so that players find sound and picture close together. */
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
