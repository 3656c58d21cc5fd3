import type { KeptDraft } from '#contract/worker/kept-drafts.ts';
import type { DraftFileRow } from '#sw/database/schema.ts';

/** A file of a draft in review. */
export interface DraftFile {
  offerId: string;
  fulfillmentId: string;
  kind: 'still' | 'video';
  /** URL with the query, for fetching. */
  url: string;
  /** URL without the query, for storing. */
  address: string;
  /** Time of the draft's submission, ms. */
  since: number;
}

interface Situation {
  /** Files to keep, by descending priority. */
  files: readonly DraftFile[];
  heldOffers: ReadonlySet<string>;
  rows: readonly DraftFileRow[];
  budget: number;
  /** Addresses that can't be fetched now. */
  refused: ReadonlySet<string>;
}

export interface Plan {
  /** The next file to download and its maximum size in bytes; null if none is left or none fits. */
  next: { file: DraftFile; availableBytes: number } | null;
  /** Stored files that are no longer needed. */
  drop: DraftFileRow[];
  /** Files of drafts in review that don't fit: their bytes are deleted, but their size is kept. */
  empty: DraftFileRow[];
  tooLarge: ReadonlySet<string>;
}

export const isWhole = ({ haveBytes, sizeBytes }: Pick<DraftFileRow, 'haveBytes' | 'sizeBytes'>): boolean =>
  sizeBytes !== null && haveBytes === sizeBytes;

/** A file's claim on storage: a draft in review, or one that is stored and held. */
interface Claim {
  address: string;
  since: number;
  file: DraftFile | null;
}

/**
 * Plans which files to keep, evict and fetch next. Space is allocated by longest wait. The first file that doesn't fit ends the
 * downloads, so a short new draft never displaces an older one.
 */
export function planOf({ files, heldOffers, rows, budget, refused }: Situation): Plan {
  const stored = new Map(rows.map((row) => [row.address, row]));
  const wanted = new Set(files.map(({ address }) => address));
  const others = rows.filter(({ address }) => !wanted.has(address));
  const held = others.filter(({ offerId, haveBytes }) => heldOffers.has(offerId) && haveBytes > 0);
  const claims: Claim[] = [
    ...files.filter(({ kind }) => kind === 'still').map(claimOf),
    ...[
      ...files.filter(({ kind }) => kind === 'video').map(claimOf),
      ...held.map((row) => ({ ...row, file: null })),
    ].sort((a, b) => a.since - b.since),
  ];
  let availableBytes = budget;
  let next: Plan['next'] = null;
  let isFull = false;
  const plan: Pick<Plan, 'drop' | 'empty'> = { drop: others.filter((row) => !held.includes(row)), empty: [] };
  const tooLarge = new Set<string>();
  for (const { address, file } of claims) {
    const row = stored.get(address);
    const size = row?.sizeBytes ?? null;
    if (size !== null && size > budget) tooLarge.add(address);
    const fits = size === null || size <= availableBytes;
    if (row && row.haveBytes > 0 && !fits) (file === null ? plan.drop : plan.empty).push(row);
    if (!fits) {
      isFull ||= !tooLarge.has(address);
      continue;
    }
    if (file !== null && !refused.has(address) && !(row && isWhole(row)) && !isFull) next ??= { file, availableBytes };
    availableBytes -= size ?? 0;
  }
  return { ...plan, next: next !== null && next.availableBytes > 0 ? next : null, tooLarge };
}

const claimOf = (file: DraftFile): Claim => ({ address: file.address, since: file.since, file });

interface Known {
  rows: readonly DraftFileRow[];
  tooLarge: ReadonlySet<string>;
  mayDownload: boolean;
  /** True if a file plays offline from another cache, for example because it was just watched. */
  isWatched(url: string): boolean;
}

/** State of each draft in review, for pages. */
export function keptDrafts(
  files: readonly DraftFile[],
  { rows, tooLarge, mayDownload, isWatched }: Known,
): KeptDraft[] {
  const stored = new Map(rows.map((row) => [row.address, row]));
  return files
    .filter(({ kind }) => kind === 'video')
    .map(({ offerId, fulfillmentId, address, url }) => {
      const row = stored.get(address);
      const { haveBytes = 0, sizeBytes = null } = row ?? {};
      const state = (): KeptDraft['state'] => {
        if ((row && isWhole(row)) || isWatched(url)) return 'kept';
        if (tooLarge.has(address)) return 'too-large';
        if (haveBytes > 0) return 'partial';
        return mayDownload ? 'waiting' : 'off';
      };
      return { offerId, fulfillmentId, address, haveBytes, sizeBytes, state: state() };
    });
}
