import { Fragment } from 'react';
import { formatCount } from '#domain/money/money.ts';
import type { News, VisitEnd } from '#domain/review/last-look.ts';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import classes from './NewsSinceLastVisit.module.css';

const counted = (count: number, one: string, more: string) =>
  count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : more}`];

/** One line above the inbox: new submissions, posts and views since the last visit. */
export function NewsSinceLastVisit({ since, news }: { since: VisitEnd; news: News }) {
  const facts = [
    ...counted(news.submissions, 'new submission', 'new submissions'),
    ...counted(news.posts, 'post published', 'posts published'),
    ...counted(news.views, 'view gained', 'views gained'),
  ];
  return (
    <p className={classes.news}>
      Since your last visit, <RelativeTime at={new Date(since.at)} />:{' '}
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <strong>{fact}</strong>
        </Fragment>
      ))}
    </p>
  );
}
