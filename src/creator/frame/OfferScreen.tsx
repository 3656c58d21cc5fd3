import type { CreatorOffer } from '#contract/creator/creator.ts';
import { EarningHold } from '../hold/EarningHold.tsx';
import { Money } from '../money/Money.tsx';
import { useMoves } from '../moves/use-moves.ts';
import { AboutBrand } from '../parts/AboutBrand.tsx';
import { Brief } from '../parts/Brief.tsx';
import { Notice } from '../parts/Notice.tsx';
import { OfferHeader } from '../parts/OfferHeader.tsx';
import { Pay } from '../parts/Pay.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import { Withdraw } from '../steps/dialogs/Withdraw.tsx';
import { StepCard } from '../steps/StepCard.tsx';
import { Frame } from './Frame.tsx';
import classes from './OfferScreen.module.css';

interface Props {
  token: string;
  offer: CreatorOffer;
  /** True if the last fetch failed because of the network. */
  isCut: boolean;
}

/** Offer page: the next step first, then the pay, the brief, and the timeline. */
export function OfferScreen({ token, offer, isCut }: Props) {
  const moves = useMoves(token, offer);
  const isWaiting = moves.sending.state === 'waiting';
  return (
    <Frame>
      <OfferHeader offer={offer} />
      <div className={classes.live} role="status">
        {isCut && !isWaiting && <Notice icon="offline">No connection. This page may be out of date.</Notice>}
      </div>
      <EarningHold offer={offer} token={token} />
      <div className={classes.parts}>
        <StepCard moves={moves} offer={offer} token={token} />
        <div className={classes.facts}>
          <Pay offer={offer} />
          <Money offer={offer} token={token} />
          <Brief offer={offer} />
          <AboutBrand brand={offer.brand} />
        </div>
        <div className={classes.course}>
          <Timeline offer={offer} />
          <Withdraw moves={moves} offer={offer} />
        </div>
      </div>
    </Frame>
  );
}
