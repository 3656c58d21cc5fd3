import { Button, TextInput } from '@mantine/core';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { maxReferenceLength } from '#contract/creator/creator-money.ts';
import { Section } from '#ui/text/Section.tsx';
import { isNetwork, issueOf } from '../data/failure.ts';
import { Notice } from '../parts/Notice.tsx';
import classes from './Statement.module.css';
import { type SaveState, usePaymentReference } from './use-payment-reference.ts';

interface Props {
  token: string;
  offerId: string;
  payment: NonNullable<CreatorOffer['payment']>;
}

/** The creator's note to the team for payments, such as an invoice number. */
export function PaymentReference(props: Props) {
  const { text, saving, isBusy, isEdited, type, save } = usePaymentReference(props);
  const problem = saving.state === 'refused' ? issueOf(saving.error, 'reference') : null;
  return (
    <Section title="Payment reference">
      <form
        className={classes.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={classes.live} role="status">
          <Progress saving={saving} />
        </div>
        {problem === null && <SaveFailure reference={props.payment.reference} saving={saving} />}
        <TextInput
          autoComplete="off"
          description="This can be your invoice number, for example. Only the team that pays you can see it. Don’t enter bank details."
          error={problem}
          label="Reference"
          maxLength={maxReferenceLength}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          // The text can't be edited while it's being sent.
          readOnly={isBusy}
          value={text}
        />
        <Button disabled={!isEdited || isBusy} loading={saving.state === 'sending'} type="submit">
          Save reference
        </Button>
      </form>
    </Section>
  );
}

function Progress({ saving }: { saving: SaveState }) {
  switch (saving.state) {
    case 'waiting':
      return (
        <Notice icon="offline" tone="amber">
          {isNetwork(saving.error)
            ? 'No connection. Your reference will be saved when you’re back online. Keep this page open until then, or save it again later.'
            : 'The server is busy. Your reference will be saved in a moment.'}
        </Notice>
      );
    case 'saved':
      return (
        <Notice icon="check" tone="green">
          Reference saved.
        </Notice>
      );
    default:
      return null;
  }
}

/** Explains why the reference wasn't saved. */
function SaveFailure({ saving, reference }: { saving: SaveState; reference: string | null }) {
  const text =
    saving.state === 'changed'
      ? `Your reference was changed in another tab or on another device, so this one wasn’t saved. It’s now ${reference === null ? 'empty' : `“${reference}”`}. Save again to replace it.`
      : saving.state === 'refused'
        ? (saving.error.said?.message ?? 'Something went wrong. Please try again.')
        : null;
  if (text === null) return null;
  return (
    <div role="alert">
      <Notice icon="alert" tone="red">
        {text}
      </Notice>
    </div>
  );
}
