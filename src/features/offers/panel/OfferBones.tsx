import { Bone, Loading } from '#ui/Skeleton.tsx';
import panel from '../OfferPanel.module.css';
import media from './Media.module.css';

/** An offer to come, under its header. */
export function OfferBones() {
  return (
    <div className={panel.body}>
      <Loading label="Loading offer">
        <Bone height={24} radius={999} width={112} />
      </Loading>
      <div className={media.frame} />
    </div>
  );
}
