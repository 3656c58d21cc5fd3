import { type EncodedPacket, EncodedPacketSink, type InputTrack, type InputVideoTrack } from 'mediabunny';
import { isOutsideShownPart, type ShownPart } from '#domain/drafts/film-edits.ts';
import { refusals } from '../state/refused.ts';

/**
 * Priming and padding that audio encoders add at the start and end. They don't mean that the creator trimmed the video.
 */
const primingSecs = 0.1;

interface Length {
  /** Duration of the shown part; 0 for an empty track. */
  durationMs: number;
  /** Duration of the last frame. */
  lastMs: number;
  isTrimmed: boolean;
}

/**
 * Reads the length of a track from its first and last packet.
 * @throws {DraftRefusedError} if the file is truncated and lacks the track's last packet
 */
export async function lengthOf(track: InputTrack, shown: ShownPart | null): Promise<Length> {
  const packets = new EncodedPacketSink(track);
  const first = await packets.getFirstPacket();
  if (first === null) return { durationMs: 0, lastMs: 0, isTrimmed: false };
  const last = await packets.getPacket(Number.POSITIVE_INFINITY);
  if (last === null || last.data.byteLength === 0) throw refusals.broken();
  const endSecs = Math.min(last.timestamp + last.duration, shown?.toSecs ?? Number.POSITIVE_INFINITY);
  const isPlayedToItsEnd = shown === null || shown.isOnePart || shown.toSecs === Number.POSITIVE_INFINITY;
  const durationMs = Math.round((isPlayedToItsEnd ? endSecs : shown.toSecs) * 1000);
  const slackSecs = track.isAudioTrack() ? primingSecs : 0;
  const isHidden = (packet: EncodedPacket, slack: number) =>
    shown !== null &&
    isOutsideShownPart(shown, {
      startSecs: packet.timestamp - slack,
      endSecs: packet.timestamp + packet.duration + slack,
    });
  const isTrimmed = shown !== null && (!shown.isOnePart || isHidden(first, slackSecs) || isHidden(last, slackSecs));
  return { durationMs, lastMs: Math.round(last.duration * 1000), isTrimmed };
}

/** True if the shown part begins with a key frame, and none of its frames depends on a frame trimmed off after it. */
export async function isCleanCut(track: InputVideoTrack, shown: ShownPart): Promise<boolean> {
  let [isOver, startSecs]: [boolean, number | null] = [false, null];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    const { timestamp, duration, type } = packet;
    if (isOutsideShownPart(shown, { startSecs: timestamp, endSecs: timestamp + duration })) {
      isOver = startSecs !== null;
      continue;
    }
    if (isOver || (startSecs === null && type !== 'key') || timestamp < (startSecs ?? timestamp)) return false;
    startSecs ??= timestamp;
  }
  return startSecs !== null;
}
