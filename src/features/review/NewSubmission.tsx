import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '#ui/media/icons.tsx';
import classes from './decision/Outcome.module.css';
import panel from './Review.module.css';
import { isFocusLost } from './use-focus-after-removal.ts';

/** Replaces the decision buttons while the creator's newest submission isn't on the screen. */
export function NewSubmission({ hasTicked, onShow }: { hasTicked: boolean; onShow: () => void }) {
  const show = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The checklist or the decision buttons were removed, and the focus was lost with them.
    if (isFocusLost(show.current)) show.current?.focus({ preventScroll: true });
  }, []);
  return (
    <footer className={panel.actions} data-no-toasts>
      <div aria-labelledby="new-submission-title" className={classes.words} data-tone="news" role="alert">
        <Icon name="sync" />
        <p>
          <strong id="new-submission-title">The creator submitted a new version</strong>
          <span>{hasTicked ? 'Your selected changes weren’t sent.' : 'Review it before you decide.'}</span>
        </p>
      </div>
      <div className={panel.buttons}>
        <Button onClick={onShow} ref={show}>
          Show new version
        </Button>
      </div>
    </footer>
  );
}
