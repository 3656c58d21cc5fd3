import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { reviewKind } from '#domain/offers/offer-stage.ts';
import { clsx } from '#ui/styles/clsx.ts';
import panel from '../Review.module.css';
import { useApproveGuard } from './ApproveGuard.tsx';

interface Props {
  offer: Offer;
  approving: boolean;
  onApprove: () => void;
  onRequestChanges: () => void;
  /** True after returning from the list of changes, so that its button gets the focus. */
  returned: boolean;
}

/** The two decision buttons, within thumb's reach. */
export function ReviewActions({ offer, approving, onApprove, onRequestChanges, returned }: Props) {
  const guard = useApproveGuard(offer);
  const request = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where one comes from when it is first shown
  useLayoutEffect(() => {
    if (returned) request.current?.focus();
  }, []);
  return (
    <footer className={panel.actions} data-no-toasts>
      <div className={clsx(panel.buttons, panel.decisions)}>
        <Button aria-keyshortcuts="R" disabled={approving} onClick={onRequestChanges} ref={request} variant="outline">
          Request changes
        </Button>
        <Button aria-keyshortcuts="A" loading={approving} onClick={() => guard.ask(onApprove)}>
          Approve {reviewKind(offer)}
        </Button>
      </div>
      {guard.dialog}
    </footer>
  );
}
