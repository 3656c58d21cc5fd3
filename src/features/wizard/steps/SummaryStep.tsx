import type { ReactNode } from 'react';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { projectedViews } from '#domain/money/reach.ts';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import { lastMomentBefore } from '#domain/time/day-text.ts';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { exactDay } from '#ui/text/relative-time.ts';
import { nonEmpty } from '../creation/creation.ts';
import { reservedCents } from '../draft/budget.ts';
import { campaignSpan } from '../draft/start-day.ts';
import { selectedTags, singleTags } from '../draft/tags.ts';
import { BalanceNotice } from '../fields/BalanceNotice.tsx';
import { payWords } from '../fields/campaign-types.ts';
import classes from '../fields/Summary.module.css';
import type { StepProps } from '../fields/step-props.ts';
import { hasBudget, type WizardStep } from '../wizard-steps.ts';

interface PartProps {
  title: string;
  step: WizardStep;
  go: (step: WizardStep) => void;
  children: ReactNode;
}

/** One step's input, with a link back to the step. */
const Part = ({ title, step, go, children }: PartProps) => (
  <section aria-label={title} className={classes.part}>
    <div className={classes.head}>
      <h4>{title}</h4>
      <button aria-label={`Edit ${title.toLowerCase()}`} onClick={() => go(step)} type="button">
        Edit
      </button>
    </div>
    {children}
  </section>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Entries({ name, entries }: { name: string; entries: readonly string[] }) {
  if (entries.length === 0) return null;
  return (
    <Fact name={name}>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </Fact>
  );
}

/** The complete campaign as it will be sent. */
export function SummaryStep({ fields, brand, tags, go, releasedCents }: StepProps) {
  const now = useNow();
  const { start, end } = campaignSpan(fields.startOn, now);
  const chosen = offeredPlatforms.filter(({ platform }) => fields.platforms.includes(platform));
  const selected = selectedTags(fields.tagIds, tags);
  const isEvery = selected.length === singleTags(tags).length;
  return (
    <>
      <Part go={go} step="overview" title="Overview">
        <dl className={classes.facts}>
          <Fact name="Title">{fields.title.trim() || 'None yet'}</Fact>
          <Fact name="How creators are paid">{payWords(fields, brand)}</Fact>
          <Fact name="Dates">
            {fields.startOn === null ? 'Today' : exactDay(start)} to {exactDay(lastMomentBefore(end))}
          </Fact>
          <Fact name={chosen.length === 1 ? 'Platform' : 'Platforms'}>
            <ul className={classes.platforms}>
              {chosen.map(({ platform, label, field }) => (
                <li key={platform}>
                  <PlatformIcon decorative platform={platform} size={16} />
                  {label} <span>@{brand[field]}</span>
                </li>
              ))}
            </ul>
          </Fact>
        </dl>
      </Part>
      <Part go={go} step="guidelines" title="Guidelines">
        <dl className={classes.facts}>
          <Entries entries={nonEmpty(fields.dos)} name="Do's" />
          <Entries entries={nonEmpty(fields.donts)} name="Don'ts" />
          <Entries entries={nonEmpty(fields.talkingPoints)} name="Talking points" />
          {fields.extraNotes.trim() !== '' && <Fact name="Notes">{fields.extraNotes.trim()}</Fact>}
          {fields.examples.length > 0 && (
            <Fact name="Examples">
              {fields.examples.length} {fields.examples.length === 1 ? 'file' : 'files'}
            </Fact>
          )}
        </dl>
      </Part>
      <Part go={go} step="tags" title="Tags">
        <ul className={classes.tags}>
          {isEvery ? <li>All</li> : selected.map(({ id, name }) => <li key={id}>{name}</li>)}
        </ul>
      </Part>
      {hasBudget(fields) && (
        <>
          <Part go={go} step="reach" title="Reach">
            <dl className={classes.facts}>
              <Fact name="Budget">{formatUsd(reservedCents(fields))}</Fact>
              <Fact name="Projected views">{formatCount(projectedViews(reservedCents(fields), brand.cpmCents))}</Fact>
              <Fact name="CPM">{formatUsd(brand.cpmCents)}</Fact>
            </dl>
          </Part>
          <BalanceNotice brand={brand} fields={fields} releasedCents={releasedCents} />
        </>
      )}
    </>
  );
}
