import { ActionIcon, Modal } from '@mantine/core';
import { Icon } from '#ui/media/icons.tsx';
import classes from './Wizard.module.css';

interface Props {
  heading: string;
  /** The campaign's title, if it has been entered. */
  title?: string;
  onClose: () => void;
  /** True while the campaign is being sent. */
  busy?: boolean;
}

/** Title of the wizard, with a close button. */
export function WizardHeader({ heading, title = '', onClose, busy = false }: Props) {
  return (
    <header className={classes.header}>
      <Modal.Title className={classes.heading ?? ''} title={`${heading}: ${title.trim()}`}>
        {heading}
        {title.trim() !== '' && <span className={classes.headingTitle}>: {title.trim()}</span>}
      </Modal.Title>
      <ActionIcon aria-label="Close" disabled={busy} onClick={onClose}>
        <Icon name="close" size={22} />
      </ActionIcon>
    </header>
  );
}
