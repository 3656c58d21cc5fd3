import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import classes from './CampaignGrid.module.css';

/** Placeholder cards of the same size. */
export function CampaignSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <Loading label={label}>
      <div className={classes.skeletons}>
        {Array.from({ length: count }, (_, index) => `card-${index}`).map((key) => (
          <div className={classes.skeleton} key={key}>
            <div className={classes.skeletonHead}>
              <SkeletonBlock height={20} width="58%" />
              <SkeletonBlock height={22} radius="full" width={76} />
            </div>
            <SkeletonBlock height={16} width="44%" />
            <SkeletonBlock height={22} width="52%" />
            <div className={classes.skeletonFoot}>
              <SkeletonBlock height={12} width="36%" />
              <SkeletonBlock height={4} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
