import * as v from 'valibot';
import { jobListSchema, listJobs, retryJob } from '../services/admin/jobs.ts';
import { jobStates } from '../services/jobs/job-table.ts';
import { defineCommand } from './command.ts';

export const listJobsCommand = defineCommand({
  name: 'list-jobs',
  input: v.object({ state: v.optional(v.picklist(jobStates, 'Expected waiting, running or failed.')) }),
  result: jobListSchema,
  run: (context, given) => listJobs(context, given),
});

export const retryJobCommand = defineCommand({
  name: 'retry-job',
  acts: true,
  input: v.object({ job: v.pipe(v.string(), v.maxLength(200)), evenIfSent: v.boolean() }),
  result: v.object({ job: v.string() }),
  run: (context, given) => retryJob(context, given),
});
