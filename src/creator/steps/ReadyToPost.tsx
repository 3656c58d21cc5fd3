import type { CreatorOffer } from '#contract/creator/creator.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { disclosures } from '#domain/review/disclosures.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { postText } from '../words/post-text.ts';
import classes from './StepCard.module.css';

/** Caption and disclosure to copy, for posting from a phone. */
export function ReadyToPost({ offer }: { offer: CreatorOffer }) {
  const text = postText(offer);
  const [name, disclosure] = [platformNames[offer.account.platform], disclosures[offer.account.platform]];
  return (
    <>
      {text !== '' && (
        <>
          <h3>Caption</h3>
          <p className={classes.quote}>{text}</p>
          <CopyButton label="Copy caption" text={text} />
        </>
      )}
      <h3>Disclosure</h3>
      <p>
        On {name}: {disclosure}
      </p>
      <CopyButton label="Copy #ad" text="#ad" />
    </>
  );
}
