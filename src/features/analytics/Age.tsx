import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './Age.module.css';

interface Props {
  /** Whether figures are there to have an age. */
  known: boolean;
  /** When the figures last changed; null where there are none. */
  updatedAt: string | null;
  /** When they were stored on this device, where there is no network to ask. */
  storedAt: Date | null;
}

/** How old the figures are. Its line is kept while they are on their way. */
export function Age({ known, updatedAt, storedAt }: Props) {
  return (
    <p className={classes.age}>
      {known &&
        (updatedAt === null ? (
          'Not updated yet'
        ) : (
          <>
            Updated <RelativeTime at={updatedAt} />
          </>
        ))}
      {known && storedAt !== null && (
        <>
          {' · '}stored <RelativeTime at={storedAt} />
        </>
      )}
    </p>
  );
}
