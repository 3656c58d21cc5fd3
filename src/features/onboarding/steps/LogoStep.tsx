import { useRef } from 'react';
import type { ApiError } from '#api/error.ts';
import { uploadFile } from '#api/upload.ts';
import { LogoField } from '../logo/LogoField.tsx';
import type { Logo } from '../logo/logo.ts';
import { dropLogoDraft } from '../logo/logo-draft.ts';
import { useLogo, usePreview } from '../logo/use-logo.ts';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** The picture shown beside the brand's name. */
export function LogoStep({ brand, onBack, onDone }: StepProps) {
  const { logo, problem, choose, setProblem } = useLogo(brand.id);
  const preview = usePreview(logo);
  const { save, busy } = useStep(
    {
      brand,
      onDone: () => {
        void dropLogoDraft(brand.id);
        onDone();
      },
    },
    { step: 'iconUrl', failure: 'Failed to update brand logo.', onRefused: sayWhy },
  );
  const uploaded = useRef<{ logo: Logo; url: string } | null>(null);

  function sayWhy({ code, message }: ApiError): boolean {
    const isOfPicture = code === 'unsupported_media_type' || code === 'payload_too_large';
    if (isOfPicture) setProblem(message);
    return isOfPicture;
  }

  /** Don't upload the picture again if only a later request failed. */
  async function upload(chosen: Logo): Promise<{ iconUrl: string }> {
    if (uploaded.current?.logo !== chosen) {
      const { name, mime, content } = chosen;
      const { url } = await uploadFile('brand/profile-picture/', new File([content], name, { type: mime }));
      uploaded.current = { logo: chosen, url };
    }
    return { iconUrl: uploaded.current.url };
  }

  function submit() {
    if (logo !== null) save(() => upload(logo));
    else if (brand.iconUrl !== null) save({ iconUrl: brand.iconUrl });
    else setProblem('Logo is required');
  }

  return (
    <StepFrame
      busy={busy}
      lead="Creators see your logo next to your name. Square images work best."
      onBack={onBack}
      onSubmit={submit}
      step="iconUrl"
      title="Add your logo"
    >
      <LogoField
        disabled={busy}
        fileName={logo?.name ?? null}
        onChoose={(files) => void choose(files)}
        problem={problem}
        src={preview ?? brand.iconUrl}
      />
    </StepFrame>
  );
}
