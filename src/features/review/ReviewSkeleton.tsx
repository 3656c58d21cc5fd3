import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import media from './player/Media.module.css';
import panel from './Review.module.css';

/** Skeleton of an offer, below its header. */
export function ReviewSkeleton() {
  return (
    <div className={panel.body}>
      <Loading label="Loading offer">
        <SkeletonBlock height={24} radius="full" width={112} />
      </Loading>
      <div className={media.frame} />
    </div>
  );
}
