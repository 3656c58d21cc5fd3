import { Bone, Loading } from '#ui/Skeleton.tsx';
import classes from './DetailsColumn.module.css';

/** A campaign to come. */
export function DetailBones() {
  return (
    <Loading label="Loading campaign">
      <div className={classes.column}>
        <Bone height={28} width="56%" />
        <Bone height={46} radius={12} />
        <Bone height={48} radius={12} />
        <Bone height={320} radius={12} />
      </div>
    </Loading>
  );
}
