import * as v from 'valibot';
import { count } from '#contract/wire/primitives.ts';

const line = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A refused row with the reason and its text, truncated if it is long. */
const refusedRowSchema = v.object({ line, reason: v.string(), value: v.string() });
export type RefusedRow = v.InferOutput<typeof refusedRowSchema>;

/** A warning about a row that was imported nevertheless. */
const warningSchema = v.object({ line, message: v.string() });
export type Warning = v.InferOutput<typeof warningSchema>;

/** Report of an import or its dry run. */
export const importReportSchema = v.object({
  campaignId: v.string(),
  campaignName: v.nullable(v.string()),
  brandName: v.string(),
  dryRun: v.boolean(),
  /**
   * Number of rows below the header: refused rows, rows that a later row of the same post and day replaces, and figures.
   */
  rows: count,
  repeated: count,
  figures: v.object({ new: count, corrected: count, unchanged: count }),
  /** Missing records that were created. */
  made: v.object({ creators: count, offers: count, posts: count }),
  /** Number of posts whose figures begin before the recorded posting date. */
  backdatedPosts: count,
  /** Truncated; `refusedCount` counts all. */
  refused: v.array(refusedRowSchema),
  refusedCount: count,
  warnings: v.array(warningSchema),
  warningCount: count,
  /** Notes about many rows at once. */
  notes: v.array(v.string()),
});
export type ImportReport = v.InferOutput<typeof importReportSchema>;

/** True if the import changes any data. */
export function changesAnything({ figures, made, backdatedPosts }: ImportReport): boolean {
  return figures.new + figures.corrected + made.creators + made.offers + made.posts + backdatedPosts > 0;
}
