import * as v from 'valibot';
import { count } from '#contract/wire/primitives.ts';

const line = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A row that was not taken: why, and its text, cut where it is long. */
const refusedSchema = v.object({ line, reason: v.string(), value: v.string() });
export type Refused = v.InferOutput<typeof refusedSchema>;

/** Something worth a look in a row that was taken all the same. */
const warningSchema = v.object({ line, message: v.string() });
export type Warning = v.InferOutput<typeof warningSchema>;

/** Report of an import, or of its dry run. */
export const importReportSchema = v.object({
  campaignId: v.string(),
  campaignName: v.nullable(v.string()),
  brandName: v.string(),
  dryRun: v.boolean(),
  /** Rows beneath the header: those refused, those of a post and day that come again later, and one for each figure. */
  rows: count,
  repeated: count,
  figures: v.object({ new: count, corrected: count, unchanged: count }),
  /** Missing records that were made. */
  made: v.object({ creators: count, offers: count, posts: count }),
  /** Posts that turned out to be older than was known. */
  backdatedPosts: count,
  /** Lists only the first of many; `refusedCount` counts all. */
  refused: v.array(refusedSchema),
  refusedCount: count,
  warnings: v.array(warningSchema),
  warningCount: count,
  /** Remarks on many rows at once. */
  notes: v.array(v.string()),
});
export type ImportReport = v.InferOutput<typeof importReportSchema>;

/** True if anything is other than it was. */
export function changesAnything({ figures, made, backdatedPosts }: ImportReport): boolean {
  return figures.new + figures.corrected + made.creators + made.offers + made.posts + backdatedPosts > 0;
}
