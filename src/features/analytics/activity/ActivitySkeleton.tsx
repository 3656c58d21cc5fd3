import { Loading, SkeletonBlock } from '#ui/Skeleton.tsx';
import classes from './Activity.module.css';

interface Props {
  count: number;
  label: string;
  /** A table's rows, or cards. */
  wide: boolean;
}

/** Posts to come, in the size of their rows. */
export function ActivitySkeleton({ count, label, wide }: Props) {
  return (
    <Loading label={label}>
      <div className={wide ? classes.skeletonRows : classes.skeletonCards}>
        {Array.from({ length: count }, (_, index) => `post-${index}`).map((key) => (
          <div className={classes.skeleton} key={key}>
            <SkeletonBlock height={36} radius="50%" width={36} />
            <SkeletonBlock height={16} width="40%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
