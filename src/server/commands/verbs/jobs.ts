import { listJobsCommand, retryJobCommand } from '#server/control/job-commands.ts';
import { jobLines } from '#server/services/admin/jobs.ts';
import { type Verbs, verbResult } from './verb.ts';

export const jobVerbs: Verbs = {
  help: `
  list-jobs [--state STATE]             lists emails, pushes, renditions of drafts and checks of charges that are waiting,
                                        running or failed, each with its tries and its last error
  retry-job KIND:ID [--even-if-sent]    tries a failed email or rendition again, or asks now what became of a charge. An email
                                        that may have been sent needs --even-if-sent. No charge is ever made again`,
  verbs: {
    'list-jobs': {
      takes: ['state'],
      run: (_, { state }) => verbResult(listJobsCommand, { state }, jobLines),
    },
    'retry-job': {
      argument: 'a job such as mail:ID, as list-jobs names it',
      takes: ['even-if-sent'],
      run: (job, { 'even-if-sent': evenIfSent }) =>
        verbResult(retryJobCommand, { job, evenIfSent: evenIfSent !== undefined }, (done) => `${done.job} is due now.`),
    },
  },
};
