import { Bone, Loading } from '#ui/Skeleton.tsx';
import classes from './CampaignGrid.module.css';

/** Cards to come, in their size. */
export function CampaignBones({ count, label }: { count: number; label: string }) {
  return (
    <Loading label={label}>
      <div className={classes.bones}>
        {Array.from({ length: count }, (_, index) => `card-${index}`).map((key) => (
          <div className={classes.bone} key={key}>
            <div className={classes.boneHead}>
              <Bone height={20} width="58%" />
              <Bone height={22} radius={999} width={76} />
            </div>
            <Bone height={16} width="44%" />
            <Bone height={22} width="52%" />
            <div className={classes.boneFoot}>
              <Bone height={12} width="36%" />
              <Bone height={4} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
