import { releaseJob } from '#server/services/jobs/job-table.ts';
import type { Poller } from '#server/services/jobs/poll.ts';
import { jobRunner } from '#server/services/jobs/runner.ts';
import { type Lane, renditionJobs } from '../state/orders.ts';
import type { Encoder } from './encoder.ts';
import { type RenditionDeps, runRenditionJob, toFailure } from './run-rendition-job.ts';

type LaneDeps = Omit<RenditionDeps, 'encoder'> & { encoder: Encoder | null | Promise<Encoder | null> };

/**
 * Runs rendition jobs, including checks of originals, one at a time in each lane, until the returned poller is stopped.
 * Stopping aborts the jobs in progress.
 */
export function startRenditions(deps: LaneDeps): Poller {
  const long = laneRunner(deps, 'long').start();
  const lanes = [laneRunner(deps, 'short', long.wake).start(), long];
  return {
    wake() {
      for (const lane of lanes) lane.wake();
    },
    stop: async () => void (await Promise.all(lanes.map((lane) => lane.stop()))),
  };
}

/** Runs all unleased rendition jobs, the short ones first. */
export async function runRenditionJobs(deps: RenditionDeps): Promise<void> {
  await fillLane(deps, 'short');
  await fillLane(deps, 'long');
}

/** Runs all unleased rendition jobs of a lane. */
export const fillLane = (deps: RenditionDeps, lane: Lane) => laneRunner(deps, lane).drain();

/** @param onLong called when a job turns out to be long and is handed to the long lane */
function laneRunner({ encoder, ...deps }: LaneDeps, lane: Lane, onLong = () => {}) {
  const jobs = renditionJobs(lane);
  return jobRunner(deps, {
    ...{ jobs, pollMs: 5_000, atOnce: 1, isCutOff: true, words: 'A rendition failed' },
    async run(order, signal) {
      const wait = await runRenditionJob({ ...deps, encoder: await encoder }, order, { lane, signal });
      if (wait === null) return null;
      // Release the job before waking the long lane, which looks for work at once.
      await releaseJob(deps.db, jobs, order, wait, deps.now());
      onLong();
      return null;
    },
    toFailure: (error) => toFailure(error, deps.now()),
    facts: ({ brandId, offerId }) => ({ brandId, offerId }),
  });
}
