import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBackButton } from '#app/shell/use-back-button.ts';
import { closeWizard, openWizard } from '#app/shell/wizard-request.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { StepHeading } from '#ui/text/StepHeading.tsx';
import { draftOf } from '../draft/draft.ts';
import { readDraft, writeDraft } from '../draft/draft-store.ts';
import classes from '../Wizard.module.css';
import { WizardHeader } from '../WizardHeader.tsx';

const titled = (title: string | null) => (title?.trim() ? `“${title.trim()}”` : null);
const goOn = () => openWizard({ kind: 'new' });

interface Props {
  brandId: string;
  heading: string;
  source: Campaign;
}

/** Copies a campaign into the draft of a new one; asks for confirmation if that would replace another draft. */
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
        <StepHeading
          lead={`${titled(left.title) ?? 'An untitled draft'} is saved on this device. Starting from ${
            titled(source.name) ?? 'this campaign'
          } replaces it.`}
          order={3}
          title="You have an unfinished campaign"
        />
      </div>
      <div className={classes.footer} data-no-toasts>
        <div className={classes.buttons}>
          <Button onClick={copy} variant="default">
            Replace the draft
          </Button>
          <Button className={classes.next ?? ''} onClick={goOn}>
            Continue the draft
          </Button>
        </div>
      </div>
    </>
  );
}
