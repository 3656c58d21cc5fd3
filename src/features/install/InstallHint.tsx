import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '#ui/media/icons.tsx';
import { Mark } from '#ui/text/Mark.tsx';
import classes from './InstallHint.module.css';
import { IosInstall } from './IosInstall.tsx';
import { dismissInstallOffer, install, useInstallOffer } from './offer.ts';

/** Offers to install Afield on this device, if that's possible and wasn't dismissed. */
export function InstallHint() {
  const offer = useInstallOffer();
  const hint = useRef<HTMLElement>(null);
  // The hint's height depends on the text size. The page reserves that height below its end.
  useLayoutEffect(() => {
    const [root, element] = [document.documentElement, hint.current];
    if (offer === null || element === null) return;
    const measure = () => root.style.setProperty('--install-hint-height', `${element.offsetHeight}px`);
    measure();
    root.toggleAttribute('data-install-hint', true);
    const observer = 'ResizeObserver' in window ? new ResizeObserver(measure) : null;
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      root.removeAttribute('data-install-hint');
      root.style.removeProperty('--install-hint-height');
    };
  }, [offer]);
  if (offer === null) return null;
  return (
    <section aria-label="Install Afield" className={classes.hint} data-no-toasts ref={hint}>
      <span className={classes.mark}>
        <Mark size={40} />
      </span>
      <div className={classes.text}>
        <strong>Install Afield</strong>
        {offer === 'prompt' ? <p>Open it instantly, online or offline.</p> : <IosInstall way={offer} />}
      </div>
      {offer === 'prompt' && <Button onClick={() => void install()}>Install</Button>}
      <button aria-label="Dismiss" className={classes.close} onClick={dismissInstallOffer} type="button">
        <Icon name="close" />
      </button>
    </section>
  );
}
