import * as v from 'valibot';
import { CommandError } from '#server/errors/command-error.ts';
import { fileNamePattern } from '#server/services/files/names.ts';

// A backup is a plain tar file. The manifest is its first entry and the totals are the last before the final checksums.
// Each list of checksums, in sha256sum's format, covers the entries since the previous list.

export const manifestName = 'manifest.json';
export const totalsName = 'totals.json';
export const secretName = 'session-secret';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const manifestSchema = v.object({
  format: v.literal(1),
  version: v.string(),
  commit: v.nullable(v.string()),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Timestamp of the database's newest migration, as drizzle records it. */
  migration: count,
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
  /** Months that have snapshots. */
  months: v.array(v.pipe(v.string(), v.isoDate())),
  /** Hash of the secret that signs sessions; null if the process that made the backup didn't know it. */
  secretHash: v.nullable(v.string()),
  /** Set if the archive is an export of one brand. */
  brand: v.optional(v.object({ id: v.string(), email: v.string(), name: v.string() })),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

const totalsSchema = v.strictObject({
  /** Rows by table. */
  rows: v.record(v.string(), count),
  files: count,
  fileBytes: count,
  uploads: count,
  /** Files and uploads with a row but without content in the store. */
  missing: count,
});
export type Totals = v.InferOutput<typeof totalsSchema>;

/** Kind of an entry, derived from its name. */
export type EntryKind =
  | { kind: 'manifest' }
  | { kind: 'totals' }
  | { kind: 'checksums' }
  | { kind: 'secret' }
  | { kind: 'rows'; table: string }
  | { kind: 'file'; name: string }
  | { kind: 'upload'; id: string };

const paddedNumber = (part: number) => String(part).padStart(6, '0');
export const rowsEntry = (table: string, part: number) => `tables/${table}/${paddedNumber(part)}.ndjson.gz`;
export const checksumsEntry = (part: number) => `checksums/${paddedNumber(part)}.sha256`;
export const fileEntry = (name: string) => `files/${name}`;
export const uploadEntry = (id: string) => `uploads/${id}`;

/**
 * Kind of the entry with this name; null for a name that no backup uses. Such a name could point outside the folder
 * that files are restored to.
 */
export function kindOfEntry(name: string): EntryKind | null {
  if (name === manifestName) return { kind: 'manifest' };
  if (name === totalsName) return { kind: 'totals' };
  if (name === secretName) return { kind: 'secret' };
  if (/^checksums\/\d{6,}\.sha256$/.test(name)) return { kind: 'checksums' };
  const [, table] = /^tables\/(\w+)\/\d{6,}\.ndjson\.gz$/.exec(name) ?? [];
  if (table !== undefined) return { kind: 'rows', table };
  const [, id] = /^uploads\/(\w+)$/.exec(name) ?? [];
  if (id !== undefined) return { kind: 'upload', id };
  const [, file = ''] = /^files\/(.+)$/.exec(name) ?? [];
  return fileNamePattern.test(file) ? { kind: 'file', name: file } : null;
}

const formatOnly = v.object({ format: v.number() });

/**
 * Parses the manifest; null if it is malformed.
 * @throws {CommandError} for a manifest in a newer format
 */
export function readManifest(text: string): Manifest | null {
  const json = jsonOf(text);
  const parsed = v.safeParse(manifestSchema, json);
  if (parsed.success) return parsed.output;
  if (v.is(formatOnly, json) && json.format > 1)
    throw new CommandError('This backup was made by a newer Afield. Restore it with that version or a later one.');
  return null;
}

/** Parses the totals; null if they are malformed. */
export function readTotals(text: string): Totals | null {
  const parsed = v.safeParse(totalsSchema, jsonOf(text));
  return parsed.success ? parsed.output : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
