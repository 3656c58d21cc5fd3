import type { Mutant } from './mutant.ts';

const runner = 'src/server/services/jobs/runner.ts';
const tests = [
  '--project',
  'conformance',
  'tests/conformance/commands/jobs.test.ts',
  'tests/conformance/commands/job-commands.test.ts',
];

/** Faults of background jobs. */
export const jobMutants: readonly Mutant[] = [
  {
    name: 'lease-not-renewed',
    file: runner,
    tests,
    find: 'everyMs: jobs.leaseMs / 4,',
    replace: 'everyMs: jobs.leaseMs * 4,',
    harm: 'An email that takes long to send is abandoned, or also sent by another process.',
  },
  {
    name: 'job-changed-by-its-former-process',
    file: 'src/server/services/jobs/job-table.ts',
    tests,
    find: '[...jobs.key, jobs.tries].map(',
    replace: '[...jobs.key].map(',
    harm: 'A process that was delayed reschedules an email that another one is sending.',
  },
  {
    name: 'end-of-process-counts-as-a-try',
    file: runner,
    tests,
    find: "const cutOff = { dueAt: null, countsTry: false, result: 'cut_off' } as const;",
    replace: "const cutOff = { dueAt: null, countsTry: true, result: 'cut_off' } as const;",
    harm: 'Three restarts of a server in an hour fail a creator’s draft.',
  },
  {
    name: 'email-sent-again-unasked',
    file: 'src/server/services/mail/outbox.ts',
    tests,
    find: "if (status === 'FAILED' && !evenIfSent) {",
    replace: "if (status === 'SENT' && !evenIfSent) {",
    harm: 'The team sends an email twice without a warning that it may have been sent.',
  },
  {
    name: 'one-at-a-time',
    file: runner,
    tests,
    find: 'while (running.size >= work.atOnce)',
    replace: 'while (running.size >= 1)',
    harm: 'A push service that hangs delays all other pushes.',
  },
];
