import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { newId } from '#server/ids.ts';
import { currentNameLookup } from '#server/services/posts/account-names.ts';
import { readCsv } from '#server/services/shared/csv/read-csv.ts';
import type { AdminContext } from '../shared/brands.ts';
import { isEveryone, tagNamed } from '../tags.ts';
import {
  type CreatorColumn,
  type CreatorRow,
  checkCreatorRow,
  creatorColumns,
  moreCreatorColumns,
} from './creator-row.ts';
import { addTags } from './tag-creators.ts';

export const creatorsReportSchema = v.object({
  dryRun: v.boolean(),
  rows: v.number(),
  creators: v.object({ made: v.number(), renamed: v.number() }),
  accounts: v.object({ made: v.number(), known: v.number() }),
  /** Number of tags added to creators. */
  tagged: v.number(),
  refused: v.array(v.object({ line: v.number(), reason: v.string() })),
});
export type CreatorsReport = v.InferOutput<typeof creatorsReportSchema>;

/** Enough for several hundred thousand accounts. Limited because the file is read into memory. */
const maxBytes = 20_000_000;

interface CreatorsRead {
  rows: (CreatorRow & { line: number })[];
  refused: { line: number; reason: string }[];
}

/**
 * Reads a file of creators, with one account per row.
 * @throws {CommandError} if it is too long, or isn't a table with these columns
 */
async function readCreators(bytes: AsyncIterable<Uint8Array>): Promise<CreatorsRead> {
  const read: CreatorsRead = { rows: [], refused: [] };
  const columns = { columns: creatorColumns, optional: moreCreatorColumns };
  for await (const { header, records } of readCsv<CreatorColumn>(bytes, { ...columns, maxBytes })) {
    for (const { line, cells, problem } of records) {
      const checked = problem === null ? checkCreatorRow(header.pick(cells)) : { reason: problem };
      if ('reason' in checked) read.refused.push({ line, reason: checked.reason });
      else read.rows.push({ line, ...checked });
    }
  }
  return read;
}

/** Thrown to roll back a dry run. */
class DryRunEnd extends Error {}

/**
 * Imports creators from a file, one account per row. Unusable rows are reported; all others are stored, or none if
 * anything fails. Importing the same file again changes nothing.
 * @throws {CommandError} for an unreadable file
 */
export async function importCreators(
  context: AdminContext,
  { dryRun }: { dryRun: boolean },
  file: AsyncIterable<Uint8Array>,
): Promise<CreatorsReport> {
  return takeIn(context, await readCreators(file), dryRun);
}

/**
 * Adds a creator with one account.
 * @throws {CommandError} with the reason if the creator can't be added
 */
export async function addCreator(context: AdminContext, cells: Record<CreatorColumn, string>): Promise<CreatorsReport> {
  const row = checkCreatorRow(cells);
  if ('reason' in row) throw new CommandError(row.reason);
  const report = await takeIn(context, { rows: [{ line: 1, ...row }], refused: [] }, false);
  const [refused] = report.refused;
  if (refused !== undefined) throw new CommandError(refused.reason);
  return report;
}

async function takeIn({ db, now }: AdminContext, read: CreatorsRead, dryRun: boolean): Promise<CreatorsReport> {
  const report: CreatorsReport = {
    dryRun,
    rows: read.rows.length + read.refused.length,
    creators: { made: 0, renamed: 0 },
    accounts: { made: 0, known: 0 },
    tagged: 0,
    refused: read.refused,
  };
  try {
    await db.transaction(async (tx) => {
      // Two concurrent imports could otherwise both find an account free.
      await tx.execute(sql`lock table ${creatorAccounts} in share row exclusive mode`);
      for (const { line, ...row } of read.rows) {
        const reason = await store(tx, row, report, now());
        if (reason !== null) report.refused.push({ line, reason });
      }
      if (dryRun) throw new DryRunEnd();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
  report.refused.sort((a, b) => a.line - b.line);
  return report;
}

/** @returns the reason why the row can't be stored; null if it was stored */
async function store(tx: Database, row: CreatorRow, report: CreatorsReport, now: Date): Promise<string | null> {
  const { email, firstName, lastName, platform } = row;
  const username = await nameFor(tx, row);
  const tagIds: string[] = [];
  for (const name of row.tags) {
    const tag = await tagNamed(tx, name);
    if (tag === null) return `There is no tag ${name}. Expected the names of tags, separated by semicolons.`;
    if (isEveryone(tag.name)) return `The tag ${tag.name} means every creator. Use other tags.`;
    tagIds.push(tag.id);
  }
  const [taken] = await tx
    .select({ email: creatorProfiles.email })
    .from(creatorAccounts)
    .innerJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(isAccount(platform, username));
  if (taken !== undefined && taken.email !== email) {
    return `@${username} on ${platform} belongs to ${taken.email}. Use another account, or that email.`;
  }
  const [known] = await tx.select().from(creatorProfiles).where(eq(creatorProfiles.email, email));
  const id = known?.id ?? newId('cre', now);
  if (known === undefined) {
    await tx.insert(creatorProfiles).values({ id, email, firstName, lastName, createdAt: now });
    report.creators.made += 1;
  } else if (isRenamed(known, row)) {
    await tx.update(creatorProfiles).set({ firstName, lastName }).where(eq(creatorProfiles.id, id));
    report.creators.renamed += 1;
  }
  if (taken === undefined) {
    await tx.insert(creatorAccounts).values({ id: newId('soc', now), creatorId: id, platform, username });
    report.accounts.made += 1;
  } else report.accounts.known += 1;
  report.tagged += await addTags(tx, [id], [...new Set(tagIds)]);
  return null;
}

/**
 * Returns the account's current name if the creator's own account was renamed; otherwise the given name. Another
 * creator's former name may belong to a new account by now.
 */
async function nameFor(tx: Database, { email, platform, username }: CreatorRow): Promise<string> {
  const present = (await currentNameLookup(tx, [{ platform, username }]))({ platform, username });
  const [owner] = await tx
    .select({ email: creatorProfiles.email })
    .from(creatorAccounts)
    .innerJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(isAccount(platform, present));
  return owner?.email === email ? present : username;
}

const isAccount = (platform: CreatorRow['platform'], username: string) =>
  and(eq(creatorAccounts.platform, platform), eq(sql`lower(${creatorAccounts.username})`, username.toLowerCase()));

/** True if a row changes the creator's name. A row without a name keeps the stored one. */
const isRenamed = (known: { firstName: string; lastName: string }, { firstName, lastName }: CreatorRow) =>
  (firstName !== '' || lastName !== '') && (known.firstName !== firstName || known.lastName !== lastName);
