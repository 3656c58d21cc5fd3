import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import type { WizardRequest } from '#app/shell/wizard-request.ts';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import classes from './Wizard.module.css';
import { WizardContent } from './WizardContent.tsx';

interface Props {
  /** Null closes the wizard. */
  request: WizardRequest | null;
  opened: boolean;
}

/** The wizard is below other dialogs but above the page, so that its dialog for adding funds is on top. */
const layer = 150;

/** A new campaign, step by step. Only its own button closes it, so that a stray key or tap loses nothing. */
export function WizardModal({ request, opened }: Props) {
  const isWide = useMediaQuery(breakpoints.wide.from, true, { getInitialValueInEffect: false });
  // Keep the content while the dialog fades out.
  const shown = useRef(request);
  if (request !== null) shown.current = request;
  return (
    <Modal.Root
      centered
      classNames={{ content: classes.modal ?? '' }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      fullScreen={!isWide}
      onClose={() => undefined}
      opened={opened && request !== null}
      size={760}
      transitionProps={{ transition: isWide ? 'pop' : 'fade', duration: 150 }}
      zIndex={layer}
    >
      {isWide && <Modal.Overlay />}
      <Modal.Content radius={isWide ? 'lg' : 0}>
        {shown.current && <WizardContent request={shown.current} />}
      </Modal.Content>
    </Modal.Root>
  );
}
