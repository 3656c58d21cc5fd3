import { ApiError, messageOf } from '#api/error.ts';
import { formatCount } from '#domain/money/money.ts';
import { limits } from '#domain/shared/limits.ts';
import { toastError, toastInfo, toastSuccess } from '#ui/toasts/toast.tsx';
import { FileAge } from './FileAge.tsx';
import type { Progress } from './read-all-posts.ts';
import type { ExportedFile } from './use-export.ts';

/** Shared by all exports, so that a toast replaces the previous export's. */
export const toastId = 'export';

/** "1 post", "2,334 posts". */
export const postsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'post' : 'posts'}`;

export function toastExported({ count, period, storedAt, file }: ExportedFile): void {
  const detail = storedAt === null ? file.name : <FileAge period={period} storedAt={storedAt} />;
  const stays = storedAt === null ? {} : { durationMs: limits.closableToastMs };
  toastSuccess(`Exported ${postsText(count)}`, { id: toastId, detail, ...stays });
}

export function toastNothingToExport(): void {
  toastInfo('No posts to export', { id: toastId, detail: 'No posts have data for this period.' });
}

/** @param done progress before the failure; null if even the first page failed */
export function toastExportFailed(error: unknown, done: Progress | null): void {
  const isNotStored = error instanceof ApiError && error.code === 'not_available_offline';
  const why = isNotStored ? 'You’re offline, and this period isn’t stored on this device.' : messageOf(error);
  const where = done === null ? '' : ` The export stopped after ${formatCount(done.done)} of ${postsText(done.total)}.`;
  toastError('Export failed', { id: toastId, detail: `${why}${where} No file was created.` });
}
