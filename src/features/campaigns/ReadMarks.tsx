import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '#api/client.ts';
import { ApiError, messageOf } from '#api/error.ts';
import { meaningOf } from '#api/meaning.ts';
import { useOnline } from '#api/online.ts';
import { updateCampaign } from '#contract/campaign.ts';
import { toastError } from '#ui/toast.tsx';
import { campaignKeys } from './queries.ts';
import { dropReadMark, onReadMarks, type ReadMark, readMarks, storedReadMarks } from './read-marks.ts';
import { noteCampaignWrite } from './reads-after-write.ts';
import { putCampaign } from './update-campaign.ts';

/** A failure that says nothing of the campaign is no reason to leave it: the mark is kept. */
const keeping: readonly unknown[] = ['passing', 'unusable', 'session'];

/**
 * Sends what was read while the server could not be reached, one mark after the other. One that failed is sent again with the
 * next screen, and when the network is back. Only a refusal is told.
 */
export function ReadMarks(): null {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const marks = useSyncExternalStore(onReadMarks, storedReadMarks);
  const tried = useRef({ under: '', keys: new Set<string>() });
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ campaignId, idempotencyKey }: ReadMark) =>
      (await call(updateCampaign, { params: { campaignId }, body: { unread: false }, idempotencyKey })).data,
    onSuccess: (read, mark) => {
      dropReadMark(mark);
      noteCampaignWrite();
      putCampaign(client, read);
    },
    onError: (error, mark) => {
      if (keeping.includes(meaningOf(error))) return;
      dropReadMark(mark);
      void client.invalidateQueries({ queryKey: campaignKeys.all });
      const isOpen = path === `/dashboard/campaigns/${mark.campaignId}`;
      // One that is gone needs no mark, and who reads something else no word of it.
      if (!isOpen && error instanceof ApiError && error.status === 404) return;
      toastError('Error updating campaign.', { detail: messageOf(error), id: 'mark-read' });
      if (isOpen) void navigate({ to: '/dashboard/campaigns', replace: true });
    },
  });
  useEffect(() => {
    const under = `${online} ${path}`;
    if (tried.current.under !== under) tried.current = { under, keys: new Set() };
    if (!online || isPending || marks === null) return;
    const { keys } = tried.current;
    const next = readMarks().find(({ idempotencyKey }) => !keys.has(idempotencyKey));
    if (next === undefined) return;
    keys.add(next.idempotencyKey);
    mutate(next);
  }, [online, path, marks, isPending, mutate]);
  return null;
}
