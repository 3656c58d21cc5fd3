import { Loading, SkeletonBlock, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Failure } from '#ui/states/States.tsx';
import { isNetwork, isUnreadable } from '../data/failure.ts';
import { Frame } from './Frame.tsx';
import classes from './LoadStates.module.css';

/** Shown during the first load. */
export const OfferSkeleton = () => (
  <Frame>
    <Loading label="Loading your offer…">
      <div className={classes.head}>
        <SkeletonBlock height={56} radius="sm" width={56} />
        <div className={classes.words}>
          <SkeletonBlock height={24} width="70%" />
          <SkeletonBlock width="50%" />
        </div>
      </div>
      <div className={classes.card}>
        <SkeletonBlock height={24} width="80%" />
        <SkeletonLines count={3} />
        <SkeletonBlock height={44} radius="sm" />
      </div>
    </Loading>
  </Frame>
);

interface Props {
  error: unknown;
  isAsking: boolean;
  onAsk: () => void;
}

/** Shown when the first load fails; network failures are retried automatically. */
export function LoadFailed({ error, isAsking, onAsk }: Props) {
  const { title, detail } = isUnreadable(error)
    ? { title: 'This page is out of date', detail: 'Reload to continue.' }
    : isNetwork(error)
      ? { title: 'No connection', detail: 'Your offer will load when you’re back online.' }
      : { title: 'Your offer didn’t load', detail: 'We’ll keep trying. Everything you sent is safe.' };
  return (
    <Frame>
      <Failure
        detail={detail}
        onRetry={isUnreadable(error) ? () => location.reload() : onAsk}
        retrying={isAsking}
        title={title}
      />
    </Frame>
  );
}
