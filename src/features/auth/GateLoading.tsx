import { Bone, Loading } from '#ui/Skeleton.tsx';
import classes from './GateLoading.module.css';

/** The dashboard's frame to come, in its sizes: nothing is stored yet that could be shown. */
export function GateLoading() {
  return (
    <Loading label="Loading your account">
      <div className={classes.bar}>
        <Bone height={32} radius={8} width={32} />
        <Bone height={20} width={72} />
        <span className={classes.gap} />
        <Bone height={36} radius="50%" width={36} />
      </div>
      <div className={classes.content}>
        <Bone height={28} width={160} />
        <Bone height={120} radius={12} />
        <Bone height={120} radius={12} />
        <Bone height={120} radius={12} />
      </div>
    </Loading>
  );
}
