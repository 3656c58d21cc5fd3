import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBackButton } from '../../api/use-back-button.ts';
import { closeWizard, openWizard } from '../../api/wizard-request.ts';
import type { Campaign } from '../../contract/campaign.ts';
import { draftOf } from './draft/draft.ts';
import { readDraft, writeDraft } from './draft/draft-store.ts';
import { FocusedTitle } from './FocusedTitle.tsx';
import classes from './Wizard.module.css';
import { WizardHeader } from './WizardHeader.tsx';

const goOn = () => openWizard({ kind: 'new' });

interface Props {
  brandId: string;
  heading: string;
  /** The campaign that is copied. */
  source: Campaign;
}

/** Copies a campaign into the draft of a new one; asks first where that would throw another draft away. */
export function RunAgain({ brandId, heading, source }: Props) {
  const [left] = useState(() => {
    const draft = readDraft(brandId, 'new');
    return draft?.changed ? draft : null;
  });
  useBackButton(closeWizard);
  const copy = () => {
    writeDraft(brandId, 'new', { ...draftOf(source, new Date()), changed: true });
    goOn();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is copied once, when there is nothing to ask about
  useEffect(() => {
    if (left === null) copy();
  }, []);
  if (left === null) return null;
  return (
    <>
      <WizardHeader heading={heading} onClose={closeWizard} />
      <div className={classes.content}>
        <div className={classes.asks}>
          <FocusedTitle>You have an unfinished campaign</FocusedTitle>
          <p className={classes.lead}>
            {left.title.trim() === '' ? 'A draft without a title' : `“${left.title.trim()}”`} is kept on this device.
            Starting from {source.name ? `“${source.name}”` : 'this campaign'} replaces it.
          </p>
        </div>
      </div>
      <div className={classes.footer}>
        <div className={classes.buttons}>
          <Button onClick={copy} variant="default">
            Replace the draft
          </Button>
          <Button className={classes.next ?? ''} onClick={goOn}>
            Go on with the draft
          </Button>
        </div>
      </div>
    </>
  );
}
