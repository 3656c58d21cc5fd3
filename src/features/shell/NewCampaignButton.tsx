import { Button } from '@mantine/core';
import { openWizard } from '#app/wizard-request.ts';
import { Icon } from '#ui/icons.tsx';

/** Opens the wizard. */
export function NewCampaignButton({ onPress }: { onPress?: () => void }) {
  const press = () => {
    onPress?.();
    openWizard({ kind: 'new' });
  };
  return (
    <Button fullWidth leftSection={<Icon name="plus" size={18} />} onClick={press}>
      New Campaign
    </Button>
  );
}
