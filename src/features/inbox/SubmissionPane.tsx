import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { Deck } from './deck/Deck.tsx';
import classes from './InboxScreen.module.css';
import { Submission } from './Submission.tsx';
import type { OpenSubmission } from './use-open-submission.ts';

interface Props {
  open: OpenSubmission;
  /** The open offer as listed in the inbox. */
  listed: Offer | undefined;
  /** Notice of the most recent decision. */
  notice: ReactNode;
}

/** The open submission beside the list. */
export function SubmissionPane({ open, listed, notice }: Props) {
  return (
    <div className={classes.pane} ref={open.pane}>
      {open.id !== undefined && (
        <Submission
          key={open.id}
          listed={listed}
          notice={notice}
          offerId={open.id}
          onDecided={open.leaveDecided}
          onShow={open.swap}
          run={open.run}
          title={(name) => <h2>{name}</h2>}
        />
      )}
    </div>
  );
}

interface DrawerProps extends Props {
  opened: boolean;
  isDesk: boolean;
}

/** The open submission over the list, in a deck of cards that the user swipes through. */
export function SubmissionDrawer({ open, listed, notice, opened, isDesk }: DrawerProps) {
  const { id, run } = open;
  return (
    <Drawer.Root
      onClose={open.close}
      opened={opened}
      position="right"
      size={isDesk ? 480 : '100%'}
      transitionProps={{ duration: 150 }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <Deck
          card={open.pane}
          neighbour={(step) => (id === undefined ? null : run.neighbour(id, step))}
          onShow={open.swap}
          shown={id}
        >
          {id !== undefined && (
            <Submission
              key={id}
              listed={listed}
              notice={notice}
              offerId={id}
              onClose={open.close}
              onDecided={open.leaveDecided}
              onShow={open.swap}
              run={run}
              title={(name) => <Drawer.Title>{name}</Drawer.Title>}
            />
          )}
        </Deck>
      </Drawer.Content>
    </Drawer.Root>
  );
}
