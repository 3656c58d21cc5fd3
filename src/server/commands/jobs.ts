import * as v from 'valibot';
import { defineCommand } from '../control/command.ts';
import { jobLines, jobListSchema, listJobs, retryJob } from '../services/admin/jobs.ts';
import { jobStates } from '../services/jobs/job-table.ts';

export const jobCommands = [
  defineCommand({
    name: 'list-jobs',
    usage: '[--state STATE]',
    help: `lists emails, pushes, renditions of drafts and checks of charges that are waiting,
      running or failed, each with the number of tries and the last error`,
    takes: ['state'],
    input: v.object({ state: v.optional(v.picklist(jobStates, 'Expected waiting, running or failed.')) }),
    result: jobListSchema,
    run: (context, given) => listJobs(context, given),
    call: (_, given) => ({ input: given, words: jobLines }),
  }),
  defineCommand({
    name: 'retry-job',
    usage: 'KIND:ID [--even-if-sent]',
    help: `retries a failed email or rendition, or checks the outcome of a charge now. An email
      that may have been sent needs --even-if-sent. A charge is never repeated`,
    argument: 'a job such as mail:ID, as list-jobs names it',
    flags: ['even-if-sent'],
    acts: true,
    input: v.object({ job: v.pipe(v.string(), v.maxLength(200)), evenIfSent: v.boolean() }),
    result: v.object({ job: v.string() }),
    run: (context, given) => retryJob(context, given),
    call: (job, { 'even-if-sent': evenIfSent }) => ({
      input: { job, evenIfSent },
      words: (done) => `${done.job} is due now.`,
    }),
  }),
];
