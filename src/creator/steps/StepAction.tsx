import { Answer } from './Answer.tsx';
import { AddressStep } from './forms/AddressStep.tsx';
import { CaptionStep } from './forms/CaptionStep.tsx';
import { EvidenceStep } from './forms/EvidenceStep.tsx';
import { PostFigures } from './PostFigures.tsx';
import type { StepProps } from './step-props.ts';

/** The current stage's action, if this link allows it now. */
export function StepAction(props: StepProps) {
  const { offer } = props;
  if (offer.ended !== null) return offer.post && <PostFigures offer={offer} post={offer.post} />;
  switch (offer.stage.type) {
    case 'OFFERED':
      return <Answer {...props} />;
    case 'SUBMIT_ADDRESS':
    case 'AWAITING_PACKAGE':
      return <AddressStep {...props} />;
    case 'SUBMIT_CUSTOM_CAPTION':
    case 'AWAITING_CUSTOM_CAPTION_CLEARANCE':
      return <CaptionStep {...props} />;
    case 'SUBMIT_EVIDENCE':
    case 'AWAITING_EVIDENCE_CLEARANCE':
      return <EvidenceStep {...props} />;
    default:
      return offer.post && <PostFigures offer={offer} post={offer.post} />;
  }
}
