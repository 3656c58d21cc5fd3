import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useOnline } from '#api/online.ts';
import { useUnsaved } from '#app/unsaved.ts';
import { useBackButton } from '#app/use-back-button.ts';
import { closeWizard } from '#app/wizard-request.ts';
import type { Brand, Tag } from '#contract/brand.ts';
import { useFlags } from '#features/flags/public.ts';
import { Icon } from '#ui/icons.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { StepHeading } from '#ui/StepHeading.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { useCreate } from './creation/use-create.ts';
import { type Draft, draftUnder } from './draft/draft.ts';
import { useDraft } from './draft/use-draft.ts';
import { DebtNotice } from './fields/DebtNotice.tsx';
import { problemsOf } from './problems.ts';
import { StepTabs } from './StepTabs.tsx';
import { stepContents } from './step-contents.ts';
import classes from './Wizard.module.css';
import { WizardHeader } from './WizardHeader.tsx';
import { stepBeside, stepsOf, type WizardStep } from './wizard-steps.ts';

interface Props {
  brand: Brand;
  tags: readonly Tag[];
  heading: string;
  /** The first draft where none is kept. */
  initial: Draft;
  /** The rejected campaign that is edited. */
  replacesCampaignId: string | null;
}

/** The steps of a campaign, one at a time, and its sending. */
export function WizardForm({ brand, tags, heading, initial, replacesCampaignId }: Props) {
  const id = useId();
  const online = useOnline();
  const flags = useFlags();
  const form = useRef<HTMLFormElement>(null);
  const slot = replacesCampaignId ?? 'new';
  const { draft: kept, wasKept, change, go, unlock, startOver, drop } = useDraft(brand.id, slot, initial);
  const draft = draftUnder(flags, kept);
  const [isNoticed, setNoticed] = useState(false);
  const [asksToClose, setAsksToClose] = useState(false);
  /** The step whose problems are shown, and how often one tried to leave it. */
  const [tried, setTried] = useState<{ step: WizardStep | null; times: number }>({ step: null, times: 0 });
  const complainOf = (step: WizardStep) => setTried(({ times }) => ({ step, times: times + 1 }));
  const { create, busy } = useCreate({ brand, flags, tags, slot, replacesCampaignId });
  useUnsaved(busy);

  const { step } = draft;
  const steps = stepsOf(draft);
  const place = steps.findIndex(({ key }) => key === step) + 1;
  const { title, lead, Fields, blockedBy } = stepContents[step];
  const problems = tried.step === step ? problemsOf(step, draft, { brand, flags, now: new Date() }) : {};
  const blocked = blockedBy({ draft, brand, online });
  const isLast = step === 'summary';

  useEffect(() => {
    if (tried.times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [tried.times]);

  function submit() {
    if (isLast) {
      const wrong = create(draft);
      if (wrong === null) return;
      go(wrong);
      complainOf(wrong);
      return;
    }
    const found = problemsOf(step, draft, { brand, flags, now: new Date() });
    if (Object.keys(found).length > 0) complainOf(step);
    else unlock(stepBeside(step, 1, draft));
  }

  function close() {
    if (draft.changed) setAsksToClose(true);
    else {
      drop();
      closeWizard();
    }
  }
  const back = () => (place > 1 ? go(stepBeside(step, -1, draft)) : close());
  useBackButton(() => {
    if (!busy) back();
  });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && blocked === null) submit();
      }}
      ref={form}
    >
      <WizardHeader busy={busy} heading={heading} onClose={close} title={draft.title} />
      <StepTabs disabled={busy} draft={draft} id={id} onChange={go} />
      <ProgressBar label={`Step ${place} of ${steps.length}`} percent={Math.round((place / steps.length) * 100)} />
      <div
        aria-labelledby={`${id}-${step}`}
        className={classes.content}
        id={`${id}-panel`}
        // Each step begins at its top.
        key={step}
        role="tabpanel"
      >
        {!online && (
          <p className={classes.bar} role="status">
            <Icon name="offline" size={18} />
            Creating a campaign needs a connection. Fill it in now: it stays on this device until you can send it.
          </p>
        )}
        <DebtNotice availableCents={brand.availableBalanceCents} />
        {wasKept && !isNoticed && (
          <p className={classes.bar}>
            <Icon name="edit" size={18} />
            <span>Your draft, kept on this device</span>
            <button
              className={classes.textButton}
              onClick={() => {
                startOver();
                setNoticed(true);
              }}
              type="button"
            >
              Start over
            </button>
          </p>
        )}
        <StepHeading lead={lead} order={3} place={`Step ${place} of ${steps.length}`} title={title} />
        <Fields {...{ draft, change, problems, brand, tags, flags, online, go }} />
      </div>
      <div className={classes.footer}>
        <p className={classes.blocked} role="status">
          {blocked ?? ''}
        </p>
        <div className={classes.buttons}>
          {place > 1 && (
            <Button disabled={busy} onClick={back} variant="default">
              Back
            </Button>
          )}
          <Button className={classes.next ?? ''} disabled={blocked !== null} loading={busy} type="submit">
            {isLast ? (replacesCampaignId === null ? 'Create Campaign' : 'Resubmit Campaign') : 'Next'}
          </Button>
        </div>
      </div>
      <CloseDialog
        heading={heading}
        onDiscard={() => {
          drop();
          closeWizard();
        }}
        onKeep={closeWizard}
        onStay={() => setAsksToClose(false)}
        opened={asksToClose}
      />
    </form>
  );
}
