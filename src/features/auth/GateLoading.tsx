import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import classes from './GateLoading.module.css';

/** Skeleton of the dashboard, shown while nothing is stored yet. */
export function GateLoading() {
  return (
    <Loading label="Loading your account">
      <div className={classes.bar}>
        <SkeletonBlock height={32} radius="sm" width={32} />
        <SkeletonBlock height={20} width={72} />
        <span className={classes.gap} />
        <SkeletonBlock height={36} radius="full" width={36} />
      </div>
      <div className={classes.content}>
        <SkeletonBlock height={28} width={160} />
        <SkeletonBlock height={120} radius="md" />
        <SkeletonBlock height={120} radius="md" />
        <SkeletonBlock height={120} radius="md" />
      </div>
    </Loading>
  );
}
