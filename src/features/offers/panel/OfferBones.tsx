import { CloseButton } from '@mantine/core';
import { Bone, Loading } from '../../../ui/Skeleton.tsx';
import panel from '../OfferPanel.module.css';
import header from './CreatorHeader.module.css';
import media from './Media.module.css';

/** An offer to come; it can be closed before it is there. */
export function OfferBones({ onClose }: { onClose: () => void }) {
  return (
    <>
      <header className={header.header}>
        <Bone height={44} radius="50%" width={44} />
        <div className={header.who}>
          <Bone height={20} width={140} />
        </div>
        <CloseButton aria-label="Close offer" iconSize={22} onClick={onClose} size={44} />
      </header>
      <div className={panel.body}>
        <Loading label="Loading offer">
          <Bone height={24} radius={999} width={112} />
        </Loading>
        <div className={media.frame} />
      </div>
    </>
  );
}
