import { Button } from '@mantine/core';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { useBackButton } from '#app/shell/use-back-button.ts';
import type { Brand, Tag } from '#contract/brand/brand.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { useFlags } from '#features/flags/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import { StepHeading } from '#ui/text/StepHeading.tsx';
import { problemsOf } from '../creation/problems.ts';
import { useCreate } from '../creation/use-create.ts';
import { releasedCentsOf } from '../draft/budget.ts';
import { type Draft, withoutDisabledPlatforms } from '../draft/draft.ts';
import { DebtNotice } from '../fields/BalanceNotice.tsx';
import { StepTabs } from '../StepTabs.tsx';
import { stepContents } from '../step-contents.ts';
import classes from '../Wizard.module.css';
import { WizardHeader } from '../WizardHeader.tsx';
import { stepBeside, stepsOf } from '../wizard-steps.ts';
import { EditNotice } from './EditNotice.tsx';
import { useClosing } from './use-closing.tsx';
import { type OpenDraft, useDraft } from './use-draft.ts';

interface Props {
  brand: Brand;
  tags: readonly Tag[];
  heading: string;
  /** The initial draft if none is stored. */
  initial: Draft;
  /** The campaign that is being edited, in review or rejected; null for a new one. */
  replaces: Campaign | null;
}

const approvedMeanwhile = 'This campaign has been approved, so it can no longer be edited.';

/** The steps of a campaign, one at a time, and its submission. */
export function WizardForm({ brand, tags, heading, initial, replaces }: Props) {
  const replacesCampaignId = replaces?.id ?? null;
  const releasedCents = releasedCentsOf(replaces);
  const id = useId();
  const online = useOnline();
  const flags = useFlags();
  const element = useRef<HTMLFormElement>(null);
  const slot = replacesCampaignId ?? 'new';
  const draft = useDraft(brand.id, slot, {
    initial,
    check: (typed, at) =>
      problemsOf(at, withoutDisabledPlatforms(flags, typed), { brand, flags, tags, now: new Date() }),
  });
  const { form, place, go } = draft;
  const fields = withoutDisabledPlatforms(flags, draft.fields);
  const { create, busy } = useCreate({ brand, flags, tags, slot, replacesCampaignId });
  useUnsavedWarning(busy);
  const focusInvalid = useFocusInvalid(element);
  const { close, dialog } = useClosing(draft);

  const { step } = place;
  const steps = stepsOf(fields);
  const number = steps.findIndex(({ key }) => key === step) + 1;
  const { title, lead, Fields, blockedBy } = stepContents[step];
  const isApproved = replaces?.approvalStatus === 'APPROVED';
  const blocked = isApproved ? approvedMeanwhile : blockedBy({ fields, brand, online, releasedCents });
  const isLast = step === 'summary';
  const nextLabel = isLast ? (replaces === null ? 'Create Campaign' : 'Resubmit Campaign') : 'Next';

  async function submit() {
    const wrong = isLast ? create(fields) : step;
    if (wrong === null) return;
    if (wrong !== step) go(wrong);
    if (!(await draft.attempt(wrong))) focusInvalid();
    else draft.reach(stepBeside(step, 1, fields));
  }

  const back = () => (number > 1 ? go(stepBeside(step, -1, fields)) : close());
  useBackButton(() => {
    if (!busy) back();
  });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && blocked === null) void submit();
      }}
      ref={element}
    >
      <WizardHeader busy={busy} heading={heading} onClose={close} title={fields.title} />
      <StepTabs disabled={busy} fields={fields} id={id} onChange={go} place={place} />
      <ProgressBar label={`Step ${number} of ${steps.length}`} percent={Math.round((number / steps.length) * 100)} />
      <div
        aria-labelledby={`${id}-${step}`}
        className={classes.content}
        id={`${id}-panel`}
        // The key remounts the panel, so that each step starts scrolled to the top.
        key={step}
        role="tabpanel"
      >
        <StepNotices brand={brand} draft={draft} online={online} replaces={replaces} />
        <StepHeading lead={lead} order={3} place={`Step ${number} of ${steps.length}`} title={title} />
        <Fields {...{ form, fields, brand, tags, flags, online, go, releasedCents }} />
      </div>
      <WizardFooter blocked={blocked} busy={busy} next={nextLabel} onBack={number > 1 ? back : null} />
      {dialog}
    </form>
  );
}

/** Returns a function that focuses a form's first invalid field, once its problems have been rendered. */
function useFocusInvalid(form: RefObject<HTMLFormElement | null>): () => void {
  const [complaints, setComplaints] = useState(0);
  useEffect(() => {
    if (complaints > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [form, complaints]);
  return () => setComplaints((count) => count + 1);
}

interface NoticesProps extends Pick<Props, 'brand' | 'replaces'> {
  draft: OpenDraft;
  online: boolean;
}

/** Notices about the draft and its submission, shown above each step. */
function StepNotices({ brand, replaces, draft, online }: NoticesProps) {
  return (
    <>
      {!online && (
        <p className={classes.bar} role="status">
          <Icon name="offline" size={18} />
          You’re offline. Fill in the campaign now: it’s saved on this device, and you can submit it when you reconnect.
        </p>
      )}
      {replaces && replaces.approvalStatus !== 'APPROVED' && <EditNotice campaign={replaces} />}
      <DebtNotice availableCents={brand.availableBalanceCents} />
      {draft.wasKept && (
        <p className={classes.bar}>
          <Icon name="edit" size={18} />
          <span>Your draft is saved on this device</span>
          <button className={classes.textButton} onClick={draft.startOver} type="button">
            Start over
          </button>
        </p>
      )}
    </>
  );
}

interface FooterProps {
  /** The reason why the next step is blocked; null if it isn't. */
  blocked: string | null;
  busy: boolean;
  /** The label of the button that submits the step. */
  next: string;
  /** Null at the first step. */
  onBack: (() => void) | null;
}

function WizardFooter({ blocked, busy, next, onBack }: FooterProps) {
  return (
    <div className={classes.footer} data-no-toasts>
      <p className={classes.blocked} role="status">
        {blocked ?? ''}
      </p>
      <div className={classes.buttons}>
        {onBack && (
          <Button disabled={busy} onClick={onBack} variant="default">
            Back
          </Button>
        )}
        <Button className={classes.next ?? ''} disabled={blocked !== null} loading={busy} type="submit">
          {next}
        </Button>
      </div>
    </div>
  );
}
