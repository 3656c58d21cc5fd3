import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as v from 'valibot';
import { CommandError } from '#server/errors/command-error.ts';

const decompress = promisify(gunzip);

/** A row of an export: each column in PostgreSQL's text format. */
export type TextRow = Record<string, string | null>;

const rowSchema = v.record(v.string(), v.nullable(v.string()));

/** Columns that refer to shared rows, whose IDs may differ in the importing installation. */
const sharedIds: Readonly<Record<string, readonly string[]>> = {
  creator_accounts: ['creator_id'],
  account_names: ['account_id'],
  creator_tags: ['creator_id', 'tag_id'],
  campaigns: ['tag_ids'],
  payouts: ['creator_id'],
};

/** Lease and writer columns, reset because they refer to processes of the exporting installation. */
const leftBehind: Readonly<Record<string, TextRow>> = {
  draft_uploads: {
    ...{ lease_until: null, tries: '0', taken_at: null },
    ...{ writer: null, writer_until: null, is_writer_unwanted: 'false' },
  },
};

interface ImportContext {
  brandId: string;
  /** IDs of shared rows in this installation, by their IDs in the export. */
  ids: ReadonlyMap<string, string>;
  /** Base URL of stored files in this installation. */
  filesUrl: string;
  now: Date;
}

/**
 * Parses an entry's rows, converted for this installation.
 * @throws {CommandError} for an invalid row, or a row of another brand
 */
export async function readRows(table: string, compressed: Uint8Array, reading: ImportContext): Promise<TextRow[]> {
  const lines = (await decompress(compressed)).toString().trimEnd().split('\n');
  return lines.map((line) => rowOf(table, line, reading));
}

function rowOf(table: string, line: string, { brandId, ids, filesUrl, now }: ImportContext): TextRow {
  const row = parsedRow(table, line);
  const owner = table === 'brands' ? row.id : (row.brand_id ?? brandId);
  if (owner !== brandId)
    throw new CommandError(`The export has a row of another brand in ${table}. Nothing was changed.`);
  const columns = sharedIds[table] ?? [];
  for (const [column, text] of Object.entries(row)) {
    if (text === null) continue;
    if (columns.includes(column)) row[column] = text.replace(/[\w-]+/g, (id) => ids.get(id) ?? id);
    else if (text.includes(`/files/${brandId}/`)) row[column] = withAddresses(text, brandId, filesUrl);
  }
  // Keeps a concurrent cleanup from deleting the files as unused.
  if (table === 'stored_files') row.touched_at = now.toISOString();
  return { ...row, ...leftBehind[table] };
}

function parsedRow(table: string, line: string): TextRow {
  try {
    return v.parse(rowSchema, JSON.parse(line));
  } catch (cause) {
    throw new CommandError(`The export is damaged: a row of ${table} can’t be read. Nothing was changed.`, { cause });
  }
}

/** Rewrites the URLs of the brand's files, anywhere in a text, to this installation's base URL. */
export function withAddresses(text: string, brandId: string, filesUrl: string): string {
  const address = new RegExp(`(?:https?://[^\\s"'\\\\,{}()<>]+?)?/files/${brandId}/`, 'g');
  return text.replace(address, () => `${filesUrl}/files/${brandId}/`);
}
