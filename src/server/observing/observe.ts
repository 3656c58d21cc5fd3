import type { ReportedDirective } from './policy-report.ts';

/**
 * Results of one attempt at a background job. `nothing`: there was nothing left to do; `postponed`: it waits for its time or
 * another lane; `cut_off`: its process ended or lost the lease; `refused`: permanently, by the receiver or by a rule;
 * `unknown`: it may have happened.
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

/** Results of asking the standby for a read; where it doesn't serve it, the primary does. */
export const standbyResults = ['served', 'behind', 'busy', 'unavailable'] as const;
export type StandbyResult = (typeof standbyResults)[number];

/** Something that happened in this process and that metrics count. Texts are names from the code, never values of users. */
export type Observation =
  | { of: 'job'; kind: string; result: JobResult; seconds: number }
  | { of: 'upload'; kind: UploadName; step: 'begun' | 'completed' }
  | { of: 'upload bytes'; kind: UploadName; bytes: number }
  /** Part of an upload is being received, or isn't any more. */
  | { of: 'upload part'; kind: UploadName; by: 1 | -1 }
  /** A page of the feed: null without a cursor, as for a device's first copy. */
  | { of: 'feed page'; revisions: number | null }
  /** Time that the database took to bring back a notice of this process. */
  | { of: 'notice'; seconds: number }
  | { of: 'notices'; areArriving: boolean }
  | { of: 'standby read'; result: StandbyResult }
  | { of: 'log line'; level: string }
  | { of: 'policy report'; directive: ReportedDirective; isEnforced: boolean };

/** Reports what happened. It never throws and never waits. */
export type Observe = (happened: Observation) => void;

export const unobserved: Observe = () => {};
