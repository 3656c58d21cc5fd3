import { Button, Modal } from '@mantine/core';
import { useOnline } from '#api/sync-status.ts';
import classes from './ArchiveDialog.module.css';
import { useArchiveCampaign } from './update-campaign.ts';

interface Props {
  /** The campaign in question; null closes the dialog. */
  campaignId: string | null;
  onClose: () => void;
  onArchived: () => void;
}

/** Asks before a campaign goes to the archive, from where it does not come back. */
export function ArchiveDialog({ campaignId, onClose, onArchived }: Props) {
  const online = useOnline();
  const { archive, isPending } = useArchiveCampaign(() => {
    onClose();
    onArchived();
  });
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={onClose}
      opened={campaignId !== null}
      title="Would you like to archive this campaign?"
    >
      <p>This action cannot be undone. You will still be able to view the campaign in the archive.</p>
      {!online && (
        <p className={classes.offline}>
          You are offline: it is archived as soon as there is a network, and until then you can take it back.
        </p>
      )}
      <div className={classes.buttons}>
        <Button disabled={isPending} onClick={onClose} variant="default">
          Cancel
        </Button>
        <Button
          color="red"
          loading={isPending}
          onClick={() => {
            if (campaignId !== null) archive(campaignId);
          }}
        >
          Archive
        </Button>
      </div>
    </Modal>
  );
}
