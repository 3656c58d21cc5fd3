import { Modal } from '@mantine/core';
import classes from './ShortcutsDialog.module.css';

const groups = [
  {
    title: 'Decide',
    keys: [
      [['A'], 'Approve'],
      [['R'], 'Request changes'],
      [['1', '–', '4'], 'Select a change'],
      [['Enter'], 'Send the request'],
      [['Z'], 'Undo'],
    ],
  },
  {
    title: 'Video',
    keys: [
      [['Space'], 'Play or pause'],
      [['J', 'L'], 'Back or forward 5 seconds'],
      [[',', '.'], 'One frame back or forward'],
    ],
  },
  {
    title: 'Navigate',
    keys: [
      [['↑', '↓'], 'Previous or next submission'],
      [['Esc'], 'Close'],
      [['?'], 'Show these shortcuts'],
    ],
  },
] as const;

/** Lists the inbox's keyboard shortcuts. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={onClose}
      opened={opened}
      title="Keyboard shortcuts"
    >
      {groups.map(({ title, keys }) => (
        <section className={classes.group} key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([names, words]) => (
              <div key={words}>
                <dt>{names.map((name) => (name === '–' ? ' to ' : <kbd key={name}>{name}</kbd>))}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
