import type { CreatorMove, CreatorOffer } from '#contract/creator/creator.ts';
import type { Moves } from '#creator/moves/use-moves.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { checkPostLink } from '#domain/posts/post-link-check.ts';
import { TextForm } from './TextForm.tsx';

interface Props {
  offer: CreatorOffer;
  moves: Moves;
  move: Extract<CreatorMove, { link: string }>['move'];
}

/**
 * The post's link. The form checks it against the platform and handle on input, so that mistakes show before
 * submission.
 */
export function LinkForm({ offer, moves, move }: Props) {
  const checked = (text: string) => checkPostLink(text, offer.account);
  return (
    <TextForm
      autoComplete="off"
      button="Send link"
      check={(text) => {
        const found = checked(text);
        return typeof found === 'string' ? found : null;
      }}
      description={`In ${platformNames[offer.account.platform]}, tap Share, then Copy link.`}
      empty="Paste the link to your post."
      field="link"
      inputMode="url"
      label="Link to your post"
      maxLength={2048}
      move={(text) => {
        const found = checked(text);
        return { move, link: typeof found === 'string' ? text : found.url };
      }}
      moves={moves}
      offerId={offer.id}
    />
  );
}
