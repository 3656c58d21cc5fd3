import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import classes from './DetailsColumn.module.css';

export function DetailSkeleton() {
  return (
    <Loading label="Loading campaign">
      <div className={classes.column}>
        <SkeletonBlock height={28} width="56%" />
        <SkeletonBlock height={46} radius="md" />
        <SkeletonBlock height={48} radius="md" />
        <SkeletonBlock height={320} radius="md" />
      </div>
    </Loading>
  );
}
