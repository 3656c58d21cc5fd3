import { Modal } from '@mantine/core';
import type { Campaign } from '#contract/brand/campaign.ts';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import classes from './GuidelinesModal.module.css';

function Rules({
  title,
  icon,
  rules,
  none,
}: {
  title: string;
  icon: IconName;
  rules: readonly string[];
  none: string;
}) {
  return (
    <section className={classes.rules}>
      <h3>{title}</h3>
      {rules.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul data-icon={icon}>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may say the same twice
            <li key={index}>
              <Icon name={icon} size={18} />
              <span>{rule}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Props {
  campaign: Pick<Campaign, 'dos' | 'donts'>;
  opened: boolean;
  onClose: () => void;
}

/** A campaign's dos and don'ts. */
export function GuidelinesModal({ campaign, opened, onClose }: Props) {
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={onClose}
      opened={opened}
      size="lg"
      title="Campaign Do's and Don'ts"
    >
      <div className={classes.both}>
        <Rules icon="check" none="No do's" rules={campaign.dos} title="Do's" />
        <Rules icon="close" none="No don'ts" rules={campaign.donts} title="Don'ts" />
      </div>
    </Modal>
  );
}
