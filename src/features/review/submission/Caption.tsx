import { useLayoutEffect, useRef, useState } from 'react';
import classes from './Caption.module.css';

interface Props {
  text: string;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** A video's caption: three lines, and "more". */
export function Caption({ text, open, onOpen }: Props) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [long, setLong] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another length
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {};
    setLong(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <div className={classes.caption}>
      <h3 className={classes.title}>Caption</h3>
      <p className={classes.text} data-open={open} ref={paragraph}>
        {text}
      </p>
      {(long || open) && (
        <button aria-expanded={open} className={classes.more} onClick={() => onOpen(!open)} type="button">
          {open ? 'less' : 'more'}
        </button>
      )}
    </div>
  );
}
