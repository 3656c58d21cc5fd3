import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type CreatorHold, type CreatorOffer, maxAnswerLength } from '#contract/creator/creator.ts';
import { formatCount } from '#domain/money/money.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import { exactTime } from '#ui/text/relative-time.ts';
import { Section } from '#ui/text/Section.tsx';
import { isNetwork, issueOf } from '../data/failure.ts';
import { isBusy } from '../moves/sender.ts';
import { Notice } from '../parts/Notice.tsx';
import classes from '../steps/StepCard.module.css';
import { type AnswerSendState, useAnswer } from './use-answer.ts';

interface Props {
  token: string;
  offer: CreatorOffer;
}

/**
 * The hold on an offer's earning: its start, the team's reason, and the creator's answers. Renders nothing without a
 * hold.
 */
export function EarningHold({ token, offer: { id, hold } }: Props) {
  const answer = useAnswer(token, id);
  const { sending, isSent } = answer;
  const refusal = sending.state === 'refused' && (
    <div role="alert">
      <Notice icon="alert" tone="red">
        {refusalText(sending)}
      </Notice>
    </div>
  );
  // The hold may have ended while the answer was in flight.
  if (hold === null) return refusal || null;
  return (
    <Section title="Your earnings are on hold">
      <div className={classes.stack}>
        <p>
          On hold since <Since at={hold.since} />. We can’t pay you until the hold is lifted. Here’s why:
        </p>
        <p className={classes.quote}>{hold.reason}</p>
        <Answers answers={hold.answers} />
        <AnswerForm answer={answer} holdId={hold.id} />
        <div className={classes.live} role="status">
          {sending.state === 'waiting' && (
            <Notice icon="offline" tone="amber">
              {waitingText(sending)}
            </Notice>
          )}
          {sending.state === 'idle' && isSent && (
            <Notice icon="check" tone="green">
              Reply sent. We’ll email you when the hold is lifted.
            </Notice>
          )}
        </div>
        {refusal}
      </div>
    </Section>
  );
}

const waitingText = ({ error }: Extract<AnswerSendState, { state: 'waiting' }>): string =>
  isNetwork(error)
    ? 'No connection. Your reply will be sent when you’re back online. If you close this page, open your link again to send it.'
    : 'The server is busy. Your reply will be sent in a moment.';

const refusalText = ({ error }: Extract<AnswerSendState, { state: 'refused' }>): string =>
  issueOf(error, 'text') ?? error.said?.message ?? 'Something went wrong. Please try again.';

function Since({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(new Date(at))}>
      {dayText(dayOf(at))}
    </time>
  );
}

function Answers({ answers }: Pick<CreatorHold, 'answers'>) {
  if (answers.length === 0) return null;
  return (
    <>
      <h3>{answers.length === 1 ? 'Your reply' : 'Your replies'}</h3>
      {answers.map(({ text, at }) => (
        <div key={`${at} ${text}`}>
          <p className={classes.soft}>
            <time dateTime={at}>{exactTime(new Date(at))}</time>
          </p>
          <p className={classes.text}>{text}</p>
        </div>
      ))}
    </>
  );
}

interface FormProps {
  holdId: string;
  answer: ReturnType<typeof useAnswer>;
}

function AnswerForm({ holdId, answer: { text, sending, change, give } }: FormProps) {
  const [hasTried, setHasTried] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(isEmpty);
    if (isEmpty) input.current?.focus();
    else give(holdId, text.trim());
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Textarea
        autosize
        description={`Up to ${formatCount(maxAnswerLength)} characters`}
        error={isEmpty && hasTried ? 'Write your reply first.' : null}
        label="Your reply"
        maxLength={maxAnswerLength}
        maxRows={12}
        minRows={3}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        readOnly={isBusy(sending)}
        ref={input}
        value={text}
      />
      <Button disabled={isBusy(sending)} loading={isBusy(sending)} type="submit">
        Send reply
      </Button>
    </form>
  );
}
