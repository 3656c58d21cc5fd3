import { Button } from '@mantine/core';
import { Section } from '#ui/text/Section.tsx';
import { IosInstall } from './IosInstall.tsx';
import { install, useInstallState } from './offer.ts';

/** Shows whether the app is installed on this device, or how to install it. */
export function Installation() {
  const state = useInstallState();
  return (
    <Section title="This app">
      {state === 'installed' && <p>Afield is installed on this device.</p>}
      {state === 'prompt' && (
        <>
          <p>Install Afield on this device to open it instantly, online or offline.</p>
          <Button onClick={() => void install()} variant="default">
            Install
          </Button>
        </>
      )}
      {state !== 'installed' && state !== 'prompt' && state !== 'unavailable' && <IosInstall way={state} />}
      {state === 'unavailable' && (
        <p>You’re using Afield in a browser. To install it, look for an install option in the browser’s menu.</p>
      )}
    </Section>
  );
}
