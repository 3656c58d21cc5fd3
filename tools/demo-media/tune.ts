import { cycled } from './cycled.ts';

/** Parameters of a video's music. */
export interface Tune {
  /** MIDI note of the tune's key. */
  root: number;
  mode: keyof typeof steps;
  durationSecs: number;
}

const sampleRate = 22_050;
const steps = { major: [0, 4, 7, 12, 9, 7, 4, 7], minor: [0, 3, 7, 10, 12, 10, 7, 3] };
const hertz = (note: number) => 440 * 2 ** ((note - 69) / 12);

/** A quiet plucked arpeggio over a soft bass, as little-endian 32-bit float mono samples at 22,050 Hz. */
export function tune({ root, mode, durationSecs }: Tune): Buffer {
  const samples = new Float32Array(Math.round(durationSecs * sampleRate));
  const add = (startSecs: number, note: number, gain: number, decaySecs: number) => {
    const first = Math.round(startSecs * sampleRate);
    for (let i = first; i < samples.length; i++) {
      const t = (i - first) / sampleRate;
      const envelope = Math.min(1, t / 0.012) * Math.exp(-t / decaySecs);
      if (t > decaySecs * 7) break;
      const phase = 2 * Math.PI * hertz(note) * t;
      samples[i] = (samples[i] ?? 0) + gain * envelope * (Math.sin(phase) + 0.25 * Math.sin(2 * phase));
    }
  };
  for (let beat = 0; beat * 0.25 < durationSecs; beat++) {
    add(beat * 0.25, root + 12 + cycled(steps[mode], beat), 0.1, 0.22);
    if (beat % 8 === 0) add(beat * 0.25, root - 12, 0.16, 0.7);
    if (beat % 8 === 4) add(beat * 0.25, root - 5, 0.13, 0.6);
  }
  const fade = Math.round(0.35 * sampleRate);
  for (let i = 0; i < fade; i++) {
    const at = samples.length - 1 - i;
    samples[at] = (samples[at] ?? 0) * (i / fade);
  }
  return Buffer.from(samples.buffer);
}

export const tuneFormat = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', '1'];
