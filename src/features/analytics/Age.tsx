import { RelativeTime } from '#ui/RelativeTime.tsx';
import classes from './Age.module.css';

interface Props {
  /** True where there are figures that can have an age. */
  known: boolean;
  /** When the figures last changed; null where there are none. */
  updatedAt: string | null;
  /** When they were stored on this device, where there is no network to ask. */
  storedAt: Date | null;
}

/** Age of the figures. Its line is kept while they are on their way. */
export function Age(props: Props) {
  return <p className={classes.age}>{wordsOf(props)}</p>;
}

function wordsOf({ known, updatedAt, storedAt }: Props) {
  if (!known) return null;
  if (storedAt !== null) {
    return (
      <>
        Stored <RelativeTime at={storedAt} />
      </>
    );
  }
  if (updatedAt === null) return 'Not updated yet';
  return (
    <>
      Updated <RelativeTime at={updatedAt} />
    </>
  );
}
