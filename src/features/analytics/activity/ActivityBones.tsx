import { Bone, Loading } from '#ui/Skeleton.tsx';
import classes from './Activity.module.css';

interface Props {
  count: number;
  label: string;
  /** A table's rows, or cards. */
  wide: boolean;
}

/** Posts to come, in the size of their rows. */
export function ActivityBones({ count, label, wide }: Props) {
  return (
    <Loading label={label}>
      <div className={wide ? classes.boneRows : classes.boneCards}>
        {Array.from({ length: count }, (_, index) => `post-${index}`).map((key) => (
          <div className={classes.bone} key={key}>
            <Bone height={36} radius="50%" width={36} />
            <Bone height={16} width="40%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
