import { Bone, Loading } from '#ui/Skeleton.tsx';
import classes from './OfferBones.module.css';

const rows = Array.from({ length: 6 }, (_, index) => `offer-${index}`);

/** Offers to come, in the size of their rows. */
export function OfferBones() {
  return (
    <Loading label="Loading offers">
      {rows.map((key) => (
        <div className={classes.row} key={key}>
          <Bone height={40} radius="50%" width={40} />
          <div className={classes.names}>
            <Bone height={16} width="45%" />
            <Bone height={12} width="30%" />
          </div>
          <Bone height={22} radius={999} width={96} />
        </div>
      ))}
    </Loading>
  );
}
