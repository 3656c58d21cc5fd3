import { Button } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Mark } from '../../ui/Mark.tsx';
import classes from './InstallHint.module.css';
import { dismissInstallOffer, install, useInstallOffer } from './offer.ts';

/** How to put Afield on this device, where that is possible and was not declined. */
export function InstallHint() {
  const offer = useInstallOffer();
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-install-hint', offer !== null);
    return () => document.documentElement.removeAttribute('data-install-hint');
  }, [offer]);
  if (offer === null) return null;
  return (
    <section aria-label="Install Afield" className={classes.hint}>
      <Mark size={40} />
      <div className={classes.text}>
        <strong>Install Afield</strong>
        {offer === 'ios' ? (
          <p>
            Tap <Icon className={classes.inline} name="share" size={16} /> Share, then “Add to Home Screen”.
          </p>
        ) : (
          <p>Opens at once, with or without a network.</p>
        )}
      </div>
      {offer === 'prompt' && <Button onClick={() => void install()}>Install</Button>}
      <button aria-label="Dismiss" className={classes.close} onClick={dismissInstallOffer} type="button">
        <Icon name="close" />
      </button>
    </section>
  );
}
