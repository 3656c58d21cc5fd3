import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { logLevels } from '../observing/log.ts';
import { jobResults, type Observe, standbyResults, uploadKinds } from '../observing/observe.ts';
import { reportedDirectives } from '../observing/policy-report.ts';
import { jobAdmins } from '../services/admin/jobs.ts';

/**
 * Counts events that parts of the server report. Known series start at 0, so that the first event shows as an increase.
 * Kinds, results and levels come from the code, so the number of series is bounded.
 */
export function eventMetrics(registry: Registry): Observe {
  const registers = [registry];
  const jobTries = new Counter({
    name: 'afield_job_tries_total',
    help: 'Tries of background jobs, by result.',
    labelNames: ['kind', 'result'] as const,
    registers,
  });
  const jobDuration = new Histogram({
    name: 'afield_job_duration_seconds',
    help: 'Duration of one try of a background job.',
    labelNames: ['kind'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1200],
    registers,
  });
  const uploads = new Counter({
    name: 'afield_uploads_total',
    help: 'Resumable uploads begun and completed, of creators (draft) and brands (media).',
    labelNames: ['kind', 'step'] as const,
    registers,
  });
  const uploadBytes = new Counter({
    name: 'afield_upload_bytes_total',
    help: 'Bytes received in resumable uploads.',
    labelNames: ['kind'] as const,
    registers,
  });
  const uploadParts = new Gauge({
    name: 'afield_uploads_receiving',
    help: 'Parts of resumable uploads being received.',
    labelNames: ['kind'] as const,
    registers,
  });
  const feedPages = new Counter({
    name: 'afield_feed_pages_total',
    help: 'Pages of the feed of changes served: the first page of a full copy, or a page after a cursor.',
    labelNames: ['from'] as const,
    registers,
  });
  const feedRevisions = new Histogram({
    name: 'afield_feed_behind_revisions',
    help: 'Revisions by which a device was behind when it requested changes, counted up to one page of the feed.',
    buckets: [0, 1, 3, 10, 30, 100, 1000, 10_000],
    registers,
  });
  const noticeDelay = new Histogram({
    name: 'afield_notice_delay_seconds',
    help: 'Round-trip time of a notification through the database, measured every 30 seconds while streams are open.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
    registers,
  });
  const notices = new Gauge({
    name: 'afield_notices_arriving',
    help: '1 if notifications from the database arrive; 0 if changes are polled every second instead.',
    registers,
  });
  // Before the first stream is opened, missing notices aren't a problem.
  notices.set(1);
  const standbyReads = new Counter({
    name: 'afield_standby_reads_total',
    help: 'Reads offered to the standby: served, or left to the primary because the standby was behind, busy or unavailable.',
    labelNames: ['result'] as const,
    registers,
  });
  const logLines = new Counter({
    name: 'afield_log_lines_total',
    help: 'Log lines, by level.',
    labelNames: ['level'] as const,
    registers,
  });
  const policyReports = new Counter({
    name: 'afield_policy_reports_total',
    help: 'Content security policy violations that browsers reported: blocked (enforce) or only reported (report).',
    labelNames: ['directive', 'disposition'] as const,
    registers,
  });

  for (const { kind } of jobAdmins) {
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
