import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as v from 'valibot';
import { inboxKinds } from '#domain/review/review-inbox.ts';
import { InboxScreen } from '#features/inbox/InboxScreen.tsx';
import { usePanelAddress } from '#features/offers/use-panel-address.ts';

const kinds = inboxKinds.map(({ key }) => key);

const searchSchema = v.object({
  /** Id of the offer whose submission is open. */
  offer: v.fallback(v.optional(v.string()), undefined),
  campaign: v.fallback(v.optional(v.string()), undefined),
  kind: v.fallback(v.optional(v.picklist(kinds), 'all'), 'all'),
  /** Search text for creators and campaigns. */
  find: v.fallback(v.optional(v.string(), ''), ''),
});
type Search = v.InferOutput<typeof searchSchema>;

export const Route = createFileRoute('/dashboard/review')({
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ kind: 'all', find: '' })] },
  component: Inbox,
});

function Inbox() {
  const { offer, campaign, kind, find } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (search: Partial<Search>, replace: boolean) =>
    void navigate({ search: (previous) => ({ ...previous, ...search }), replace, resetScroll: false });
  const {
    open,
    swap,
    close,
    drop: leave,
  } = usePanelAddress(offer, (id, { replace }) => change({ offer: id }, replace));
  const filter = useMemo(() => ({ kind, campaignId: campaign, text: find }), [kind, campaign, find]);
  return (
    <InboxScreen
      filter={filter}
      offerId={offer}
      onClose={close}
      onFilter={(next) =>
        change({ kind: next.kind, campaign: next.campaignId, find: next.text, offer: undefined }, true)
      }
      onOpen={open}
      onSwap={(id) => (id === undefined ? leave() : swap(id))}
    />
  );
}
