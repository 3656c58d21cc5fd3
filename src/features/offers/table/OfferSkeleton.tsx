import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import classes from './OfferSkeleton.module.css';

const rows = Array.from({ length: 6 }, (_, index) => `offer-${index}`);

/** Placeholders the size of the offers' rows. */
export function OfferSkeleton() {
  return (
    <Loading label="Loading offers">
      {rows.map((key) => (
        <div className={classes.row} key={key}>
          <SkeletonBlock height={40} radius="full" width={40} />
          <div className={classes.names}>
            <SkeletonBlock height={16} width="45%" />
            <SkeletonBlock height={12} width="30%" />
          </div>
          <SkeletonBlock height={22} radius="full" width={96} />
        </div>
      ))}
    </Loading>
  );
}
