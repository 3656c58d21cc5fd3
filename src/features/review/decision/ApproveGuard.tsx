import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { useKeptDraft } from '#app/device/kept-drafts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { draftVideo } from '#domain/drafts/draft-file.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import { isWatched } from '../player/watched.ts';
import { submissionOf } from '../shown-offer.ts';

interface ApproveGuard {
  /** Approves immediately, or asks for confirmation if the device is offline and the draft was never watched on it. */
  ask: (approve: () => void) => void;
  /** The confirmation, to render beside the button. */
  dialog: ReactNode;
}

/** Asks for confirmation before a brand approves, while offline, a draft that it hasn't watched. */
export function useApproveGuard(offer: Offer): ApproveGuard {
  const online = useOnline();
  const kept = useKeptDraft(offer);
  const [asked, setAsked] = useState<{ submission: string; approve: () => void } | null>(null);
  const submission = submissionOf(offer);
  const isOpen = asked?.submission === submission;
  const close = () => setAsked(null);
  return {
    ask(approve) {
      if (online || draftVideo(offer) === null || isWatched(submission)) approve();
      else setAsked({ submission, approve });
    },
    dialog: (
      <Modal
        closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
        onClose={close}
        opened={isOpen}
        transitionProps={{ duration: 0 }}
        title="You haven’t watched this draft"
      >
        <p>
          {kept?.state === 'kept'
            ? 'The draft is on this device, so you can close this and watch it now.'
            : 'The draft isn’t on this device, so you can’t watch it until you’re online.'}
        </p>
        <ButtonRow isApart>
          <Button onClick={close} variant="default">
            Wait for a connection
          </Button>
          <Button
            onClick={() => {
              close();
              asked?.approve();
            }}
          >
            Approve anyway
          </Button>
        </ButtonRow>
      </Modal>
    ),
  };
}
