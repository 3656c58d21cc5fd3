import { Button } from '@mantine/core';
import { Section } from '#ui/Section.tsx';
import { IosInstall } from './IosInstall.tsx';
import { install, useInstallState } from './offer.ts';

/** Tells if the app is installed on this device, and how it can be. */
export function Installation() {
  const state = useInstallState();
  return (
    <Section title="This app">
      {state === 'installed' && <p>Afield is installed on this device.</p>}
      {state === 'prompt' && (
        <>
          <p>Afield can be installed on this device. It then opens at once, with or without a network.</p>
          <Button onClick={() => void install()} variant="default">
            Install
          </Button>
        </>
      )}
      {state !== 'installed' && state !== 'prompt' && state !== 'unavailable' && <IosInstall way={state} />}
      {state === 'unavailable' && (
        <p>Afield runs in this browser. If it can be installed, the browser’s own menu offers it.</p>
      )}
    </Section>
  );
}
