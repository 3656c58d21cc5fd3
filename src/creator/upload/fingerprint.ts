const sampleBytes = 1_048_576;
const middleBytes = 65_536;
const middleSamples = 16;

const hexOf = (digest: ArrayBuffer) =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 in hex. Reads the whole content into memory. */
export const sha256Of = async (content: Blob): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));

/**
 * Identifies a file by its length, its beginning and end, and samples in between. Two encodings of one video already
 * differ in the first bytes, which contain the index.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const step = file.size / (middleSamples + 1);
  const starts = Array.from({ length: middleSamples }, (_, index) => Math.floor(step * (index + 1)));
  const samples = [
    new Blob([String(file.size)]),
    file.slice(0, sampleBytes),
    ...starts.map((start) => file.slice(start, start + middleBytes)),
    file.slice(Math.max(0, file.size - sampleBytes)),
  ];
  return `o1-${await sha256Of(new Blob(samples))}`;
}

/** Fingerprint of a video that the browser compressed, from its full hash. */
export const renditionFingerprint = (sha256: string): string => `r1-${sha256}`;

/** True if picking the same file again results in the same fingerprint. A recompressed file has another one. */
export const isOfPickedFile = (fingerprint: string | null): boolean => fingerprint?.startsWith('o1-') === true;

/** The SHA-256 of the whole file, from its fingerprint; null for an original's fingerprint. */
export const sha256In = (fingerprint: string): string | null => /^r1-([0-9a-f]{64})$/.exec(fingerprint)?.[1] ?? null;
