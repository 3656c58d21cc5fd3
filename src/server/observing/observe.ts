import type { ReportedDirective } from './policy-report.ts';

/**
 * Results of an attempt at a background job. `nothing`: nothing was left to do. `postponed`: it isn't due yet, or waits
 * for another lane. `cut_off`: its process ended or lost the lease. `refused`: rejected permanently, by the recipient
 * or by a rule. `unknown`: it may have been done.
 */
export const jobResults = [
  'done',
  'nothing',
  'postponed',
  'cut_off',
  'retried',
  'refused',
  'unknown',
  'failed',
] as const;
export type JobResult = (typeof jobResults)[number];

export const uploadKinds = ['draft', 'media'] as const;
export type UploadName = (typeof uploadKinds)[number];

/** Results of reading from the standby. All except `served` fall back to the primary. */
export const standbyResults = ['served', 'behind', 'busy', 'unavailable'] as const;
export type StandbyResult = (typeof standbyResults)[number];

/** An event that metrics count. Texts are names from the code, never user input. */
export type Observation =
  | { of: 'job'; kind: string; result: JobResult; seconds: number }
  | { of: 'upload'; kind: UploadName; step: 'begun' | 'completed' }
  | { of: 'upload bytes'; kind: UploadName; bytes: number }
  /** The server began or stopped receiving a part of an upload. */
  | { of: 'upload part'; kind: UploadName; by: 1 | -1 }
  /** A page of the feed; `revisions` is null without a cursor, as for a device's first sync. */
  | { of: 'feed page'; revisions: number | null }
  /** Round-trip time of a notice through the database. */
  | { of: 'notice'; seconds: number }
  | { of: 'notices'; areArriving: boolean }
  | { of: 'standby read'; result: StandbyResult }
  | { of: 'log line'; level: string }
  | { of: 'policy report'; directive: ReportedDirective; isEnforced: boolean };

/** Reports an event. Never throws or blocks. */
export type Observe = (happened: Observation) => void;

export const noopObserve: Observe = () => {};
