import type { KeptDrafts } from '#contract/worker/kept-drafts.ts';
import type { WriteGuard } from '#sw/database/write-guard.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { bytesOf } from './chunks.ts';
import type { View } from './planner.ts';
import { mayDownload } from './policy.ts';
import { isWhole, keptDrafts } from './wanted.ts';

/** Minimum interval between progress broadcasts during a download. */
const broadcastEveryMs = 1000;

export interface Progress {
  /** Broadcasts the progress if it has changed; at most once a second, unless `always`. */
  broadcast(brandId: string, view: View, options: { always: boolean }): Promise<void>;
  /** Broadcasts the next progress even if it equals the last. */
  forget(): void;
}

export interface ProgressDeps extends Pick<Runtime, 'copy' | 'monotonicNow' | 'isDataSaver' | 'connection'> {
  guard: WriteGuard;
  /** Called when the drafts on this device have changed. */
  onKept(drafts: KeptDrafts): Promise<unknown>;
}

/** Informs pages of the drafts on the device. */
export function createProgress(deps: ProgressDeps): Progress {
  const { copy, monotonicNow, guard } = deps;
  let lastBroadcast = '';
  let broadcastAt = Number.NEGATIVE_INFINITY;

  return {
    async broadcast(brandId, { files, rows, tooLarge, policy }, { always }) {
      if (!always && monotonicNow() - broadcastAt < broadcastEveryMs) return;
      const watched = new Set(await copy.run((database) => database.getAllKeys('media')));
      const drafts: KeptDrafts = {
        brandId,
        policy,
        tellsNetwork: deps.connection() !== 'unknown',
        savesData: deps.isDataSaver(),
        keptBytes: bytesOf(rows),
        keptCount: rows.filter((row) => isWhole(row) && row.contentType.startsWith('video/')).length,
        drafts: keptDrafts(files, {
          rows,
          tooLarge,
          mayDownload: mayDownload(policy, deps),
          isWatched: (url) => watched.has(url),
        }),
      };
      const next = JSON.stringify(drafts);
      if (next === lastBroadcast || !guard.isAdmitted(brandId)) return;
      lastBroadcast = next;
      broadcastAt = monotonicNow();
      await deps.onKept(drafts);
    },
    forget() {
      lastBroadcast = '';
    },
  };
}
