import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, StreamTarget } from 'mediabunny';

/** Writes an MP4 of noise with this many bytes: it is accepted as a video, but no browser can transcode it. */
export async function writeFilm(path: string, sizeBytes: number): Promise<void> {
  const file = openSync(path, 'w');
  const writable = new WritableStream<{ data: Uint8Array; position: number }>({
    write: ({ data, position }) => void writeSync(file, data, 0, data.length, position),
  });
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new StreamTarget(writable) });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 1920, codedHeight: 1080 };
  const packetBytes = 1_000_000;
  for (let at = 0; at * packetBytes < sizeBytes; at += 1) {
    const bytes = randomFillSync(new Uint8Array(Math.min(packetBytes, sizeBytes - at * packetBytes)));
    await source.add(new EncodedPacket(bytes, 'key', at, 1), { decoderConfig });
  }
  await output.finalize();
  closeSync(file);
}
