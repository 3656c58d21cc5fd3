import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { type Campaign, renameCampaign } from '#contract/brand/campaign.ts';
import { useIntent } from '#features/queue/public.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import { QueuedNotice } from './QueuedNotice.tsx';
import { campaignRecords } from './update-campaign.ts';

interface Props {
  campaign: Campaign;
  opened: boolean;
  onClose: () => void;
}

function RenameForm({ campaign, onClose }: Omit<Props, 'opened'>) {
  const { want, isPending } = useIntent<'rename-campaign'>({ shown: campaignRecords, onAccepted: onClose });
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(renameCampaign.body),
    defaultValues: { name: campaign.name ?? '' },
  });
  const { errors, isDirty } = formState;
  useUnsavedWarning(isDirty);
  const rename = handleSubmit(({ name }) => {
    if (name === campaign.name) {
      onClose();
      return;
    }
    want({
      intent: { kind: 'rename-campaign', payload: { campaignId: campaign.id, name } },
      seen: { type: 'campaign', value: campaign },
    });
  });
  return (
    <form noValidate onSubmit={(event) => void rename(event)}>
      <TextInput
        autoComplete="off"
        data-autofocus
        disabled={isPending}
        error={errors.name?.message}
        label="Campaign name"
        {...register('name')}
      />
      <QueuedNotice />
      <ButtonRow isApart>
        <Button disabled={isPending} onClick={onClose} variant="default">
          Cancel
        </Button>
        <Button loading={isPending} type="submit">
          Rename
        </Button>
      </ButtonRow>
    </form>
  );
}

/** Renames a campaign, immediately or as soon as the network is back. */
export function RenameDialog({ campaign, opened, onClose }: Props) {
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={onClose}
      opened={opened}
      size={440}
      title="Rename campaign"
    >
      <RenameForm campaign={campaign} onClose={onClose} />
    </Modal>
  );
}
