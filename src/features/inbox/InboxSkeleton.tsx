import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import classes from './InboxScreen.module.css';

export function InboxSkeleton() {
  return (
    <Loading label="Loading submissions">
      <div className={classes.list}>
        {[0, 1, 2, 3, 4].map((row) => (
          <div className={classes.coming} key={row}>
            <SkeletonBlock height={64} width={48} />
            <div>
              <SkeletonBlock height={20} width={140} />
              <SkeletonBlock height={18} width={200} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
