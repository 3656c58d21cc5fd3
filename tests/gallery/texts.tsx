import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { Fetching } from '#ui/states/Fetching.tsx';
import { Loading, MoreSkeleton, SkeletonBlock, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Empty, Failure, NotStoredYet, ReadFailure } from '#ui/states/States.tsx';
import { Fact, Facts } from '#ui/text/Facts.tsx';
import { PrintOnly } from '#ui/text/PrintOnly.tsx';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import { Section } from '#ui/text/Section.tsx';
import { StepHeading } from '#ui/text/StepHeading.tsx';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import type { Shown } from './Gallery.tsx';

const nothing = () => {};
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

function Broken(): ReactNode {
  throw new Error('shown on purpose');
}

function Once() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)} variant="default">
        Open
      </Button>
      <OnceOpened opened={opened}>{(isOpen) => <p>{isOpen ? 'It is open.' : 'It is closed.'}</p>}</OnceOpened>
    </>
  );
}

/** Components that show text instead of content, or around it. */
export const texts: readonly Shown[] = [
  {
    part: 'States',
    states: {
      empty: <Empty action={<Button>New Campaign</Button>} detail="Create your first one." title="No campaigns yet" />,
      failed: <Failure detail="Your stored data hasn’t changed." onRetry={nothing} title="Couldn’t load campaigns" />,
      'failed, trying again': <Failure onRetry={nothing} retrying title="Couldn’t load campaigns" />,
      'failed to be read': <ReadFailure notStored={false} title="Couldn’t load payments" />,
      'not stored yet': <NotStoredYet />,
    },
  },
  {
    part: 'Skeleton',
    states: {
      skeleton: <SkeletonBlock height={40} width={40} />,
      lines: (
        <Loading label="Loading payments">
          <SkeletonLines />
        </Loading>
      ),
      'below a list': (
        <MoreSkeleton>
          <SkeletonLines count={2} />
        </MoreSkeleton>
      ),
    },
  },
  {
    part: 'StepHeading',
    states: {
      whole: <StepHeading lead="Creators see it first." order={3} place="Step 2 of 5" title="What is it about?" />,
      short: <StepHeading order={3} title="Averyveryverylongwordthatdoesnotfitintoanarrowcolumn" />,
    },
  },
  {
    part: 'RelativeTime',
    states: {
      now: <RelativeTime at={ago(0)} />,
      minutes: <RelativeTime at={ago(3)} />,
      days: <RelativeTime at={ago(3 * 1440)} />,
    },
  },
  {
    part: 'Section',
    states: {
      wide: <Section title="Payments">Its content</Section>,
      'in a column': (
        <Section isNarrow title="Averyveryverylongwordthatdoesnotfitintoanarrowcolumn">
          Its content
        </Section>
      ),
    },
  },
  {
    part: 'Facts',
    states: {
      short: (
        <Facts>
          <Fact name="Budget">$250.00</Fact>
          <Fact name="Your balance">$1,092.16</Fact>
        </Facts>
      ),
      'long words': (
        <Facts>
          <Fact name="How long it stays on this device">As long as there is space for it and for what comes later</Fact>
        </Facts>
      ),
    },
  },
  {
    part: 'TimeButton',
    states: {
      minutes: <TimeButton at={ago(3)} />,
      months: <TimeButton at={ago(90 * 1440)} />,
    },
  },
  {
    part: 'VisuallyHidden',
    states: {
      always: (
        <p>
          +2<VisuallyHidden> more</VisuallyHidden>
        </p>
      ),
      'on phones': (
        <p>
          $120<VisuallyHidden onPhones> available</VisuallyHidden>
        </p>
      ),
    },
  },
  {
    part: 'ErrorBoundary',
    states: {
      whole: <ErrorBoundary fallback={() => 'Something broke.'}>All is well.</ErrorBoundary>,
      broken: (
        <ErrorBoundary fallback={() => 'Something broke.'}>
          <Broken />
        </ErrorBoundary>
      ),
    },
  },
  { part: 'OnceOpened', states: { closed: <Once /> } },
  { part: 'PrintOnly', states: { 'on paper': <PrintOnly>Report of Fernhill, 24 November 2026</PrintOnly> } },
  { part: 'Fetching', states: { shown: <Fetching /> } },
];
