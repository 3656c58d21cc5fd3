import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { logLevels } from '../observing/log.ts';
import { jobResults, type Observe, standbyResults, uploadKinds } from '../observing/observe.ts';
import { reportedDirectives } from '../observing/policy-report.ts';
import { desks } from '../services/admin/jobs.ts';

/**
 * Counts events that parts of the server report. Known series start at 0, so that the first event shows as an increase.
 * Kinds, results and levels come from the code, so the number of series is bounded.
 */
export function happenings(registry: Registry): Observe {
  const registers = [registry];
  const jobTries = new Counter({
    name: 'afield_job_tries_total',
    help: 'Tries of background jobs, by how they ended.',
    labelNames: ['kind', 'result'] as const,
    registers,
  });
  const jobDuration = new Histogram({
    name: 'afield_job_duration_seconds',
    help: 'Time that one try of a background job took.',
    labelNames: ['kind'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1200],
    registers,
  });
  const uploads = new Counter({
    name: 'afield_uploads_total',
    help: 'Resumable uploads of creators (draft) and brands (media) that were begun and completed.',
    labelNames: ['kind', 'step'] as const,
    registers,
  });
  const uploadBytes = new Counter({
    name: 'afield_upload_bytes_total',
    help: 'Bytes of resumable uploads that were received.',
    labelNames: ['kind'] as const,
    registers,
  });
  const uploadParts = new Gauge({
    name: 'afield_uploads_receiving',
    help: 'Parts of resumable uploads that are being received.',
    labelNames: ['kind'] as const,
    registers,
  });
  const feedPages = new Counter({
    name: 'afield_feed_pages_total',
    help: 'Pages of the feed of changes: the first of a whole copy, or after a cursor.',
    labelNames: ['from'] as const,
    registers,
  });
  const feedRevisions = new Histogram({
    name: 'afield_feed_behind_revisions',
    help: 'Revisions of its brand that a device hadn’t seen when it asked, as far as one page of the feed has them.',
    buckets: [0, 1, 3, 10, 30, 100, 1000, 10_000],
    registers,
  });
  const noticeDelay = new Histogram({
    name: 'afield_notice_delay_seconds',
    help: 'Time in which the database brings back a notice of this process, tried every 30 seconds while streams are open.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
    registers,
  });
  const notices = new Gauge({
    name: 'afield_notices_arriving',
    help: '0 if the database’s notices don’t arrive, so that changes are looked for every second.',
    registers,
  });
  // Before the first stream is opened, missing notices aren't a problem.
  notices.set(1);
  const standbyReads = new Counter({
    name: 'afield_standby_reads_total',
    help: 'Reads for which the standby was asked: served, or left to the primary because it was behind, busy or unavailable.',
    labelNames: ['result'] as const,
    registers,
  });
  const logLines = new Counter({
    name: 'afield_log_lines_total',
    help: 'Lines of the log.',
    labelNames: ['level'] as const,
    registers,
  });
  const policyReports = new Counter({
    name: 'afield_policy_reports_total',
    help: 'Violations of a page’s content security policy that browsers reported: refused (enforce) or only noted (report).',
    labelNames: ['directive', 'disposition'] as const,
    registers,
  });

  for (const { kind } of desks) {
    jobDuration.zero({ kind });
    for (const result of jobResults) jobTries.inc({ kind, result }, 0);
  }
  for (const kind of uploadKinds) {
    uploadParts.set({ kind }, 0);
    uploadBytes.inc({ kind }, 0);
    for (const step of ['begun', 'completed']) uploads.inc({ kind, step }, 0);
  }
  for (const from of ['start', 'cursor']) feedPages.inc({ from }, 0);
  for (const directive of reportedDirectives) {
    for (const disposition of ['enforce', 'report']) policyReports.inc({ directive, disposition }, 0);
  }
  for (const result of standbyResults) standbyReads.inc({ result }, 0);
  for (const level of logLevels) logLines.inc({ level }, 0);

  return (happened) => {
    switch (happened.of) {
      case 'job': {
        const { kind, result, seconds } = happened;
        jobTries.inc({ kind, result });
        jobDuration.observe({ kind }, seconds);
        return;
      }
      case 'upload':
        uploads.inc({ kind: happened.kind, step: happened.step });
        return;
      case 'upload bytes':
        uploadBytes.inc({ kind: happened.kind }, Math.max(0, happened.bytes));
        return;
      case 'upload part':
        uploadParts.inc({ kind: happened.kind }, happened.by);
        return;
      case 'feed page':
        feedPages.inc({ from: happened.revisions === null ? 'start' : 'cursor' });
        if (happened.revisions !== null) feedRevisions.observe(happened.revisions);
        return;
      case 'notice':
        noticeDelay.observe(happened.seconds);
        return;
      case 'notices':
        notices.set(happened.areArriving ? 1 : 0);
        return;
      case 'policy report': {
        const disposition = happened.isEnforced ? 'enforce' : 'report';
        policyReports.inc({ directive: happened.directive, disposition });
        return;
      }
      case 'standby read':
        standbyReads.inc({ result: happened.result });
        return;
      case 'log line':
        logLines.inc({ level: happened.level });
    }
  };
}
