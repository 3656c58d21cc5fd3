import type { ReactNode } from 'react';
import classes from './PageTitle.module.css';
import { giveTitleFocus } from './title-focus.ts';

/** The screen's `h1`, which takes the focus after a navigation, and the document's title. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <title>{`${title} · Afield`}</title>
      <h1 className={classes.title} ref={giveTitleFocus} tabIndex={-1}>
        {children ?? title}
      </h1>
    </>
  );
}
