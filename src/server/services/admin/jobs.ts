import { inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { withoutControls } from '#contract/wire/controls.ts';
import { brands } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { renditionJobs } from '../drafts/state/orders.ts';
import { createJobAdmin } from '../jobs/desk.ts';
import { jobStates } from '../jobs/job-table.ts';
import { chargeJobs } from '../ledger/payments/checker.ts';
import { mailJobs } from '../mail/outbox.ts';
import { pushJobs } from '../push/pending.ts';
import type { AdminContext } from './shared/brands.ts';
import { minuteOf } from './shared/lines.ts';

/** Listing and retrying don't depend on the transport or the lane, so their arguments here are arbitrary. */
export const jobAdmins = [
  createJobAdmin(mailJobs(false)),
  createJobAdmin(pushJobs),
  createJobAdmin(renditionJobs('short')),
  createJobAdmin(chargeJobs),
];

/**
 * Maximum number of jobs listed per kind and state. More mean a broken installation, and the first ones show the cause.
 */
const maxPerKind = 100;

export const jobListSchema = v.object({
  jobs: v.array(
    v.object({
      ...{ kind: v.string(), id: v.string(), state: v.picklist(jobStates), tries: v.number() },
      /** Due time, or the time when the job started running or failed. */
      at: v.nullable(v.string()),
      ...{ about: v.string(), error: v.nullable(v.string()) },
      brand: v.nullable(v.object({ id: v.string(), name: v.string() })),
    }),
  ),
  /** True if some jobs of a kind and state are left out. */
  isCut: v.boolean(),
});
export type JobList = v.InferOutput<typeof jobListSchema>;

/** Lists background jobs in one state or in all. */
export async function listJobs(
  { db, now }: AdminContext,
  { state }: { state?: (typeof jobStates)[number] | undefined },
): Promise<JobList> {
  const jobs: JobList['jobs'] = [];
  let isCut = false;
  for (const each of state === undefined ? jobStates : [state]) {
    for (const desk of jobAdmins) {
      const found = await desk.list(db, { state: each, max: maxPerKind + 1, now: now() });
      isCut ||= found.length > maxPerKind;
      const ids = found.flatMap(({ brandId }) => brandId ?? []);
      const shown = { id: brands.id, name: brands.name };
      const names = await db.select(shown).from(brands).where(inArray(brands.id, ids));
      jobs.push(
        ...found.slice(0, maxPerKind).map(({ at, brandId, ...job }) => ({
          ...{ ...job, at: at?.toISOString() ?? null, brand: names.find(({ id }) => id === brandId) ?? null },
        })),
      );
    }
  }
  return { jobs, isCut };
}

/**
 * Retries a failed job, or checks a charge's outcome now.
 * @throws {CommandError} for a job that doesn't exist, hasn't failed, or isn't safe to retry
 */
export async function retryJob(
  { db, now }: AdminContext,
  { job, evenIfSent }: { job: string; evenIfSent: boolean },
): Promise<{ job: string }> {
  const [, kind, id = ''] = /^(\w+):(.+)$/.exec(job.trim()) ?? [];
  const desk = jobAdmins.find((each) => each.kind === kind);
  if (desk === undefined) {
    throw new CommandError(
      `Expected a job such as mail:ID. Kinds are ${jobAdmins.map((each) => each.kind).join(', ')}.`,
    );
  }
  const refusal = await desk.retry(db, id, { evenIfSent, now: now() });
  if (refusal === undefined) throw new CommandError(`There is no ${kind} ${id}.`);
  if (refusal !== null) throw new CommandError(refusal);
  return { job: `${kind}:${id}` };
}

/** Formats jobs for a terminal, one per line. */
export function jobLines({ jobs, isCut }: JobList): string {
  if (jobs.length === 0) return 'None found.';
  const lines = jobs.map(({ kind, id, state, tries, at, about, error, brand }) => {
    const time = at === null ? '' : ` ${state === 'waiting' ? 'due' : 'since'} ${minuteOf(at)}`;
    const of = brand === null ? '' : ` for ${withoutControls(brand.name)} (${brand.id})`;
    const counted = tries === 1 ? '1 try' : `${tries} tries`;
    return `${kind}:${id}  ${state}${time}  ${counted}  ${about}${of}${error === null ? '' : `: ${error}`}`;
  });
  return [...lines, ...(isCut ? [`Only the first ${maxPerKind} of each kind are listed.`] : [])].join('\n');
}
