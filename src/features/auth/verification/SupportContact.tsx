import { appSettings } from '#api/app-settings.ts';
import classes from '../AuthFrame.module.css';

/** Address for questions about an account; renders nothing if the provider hasn't set one. */
export function SupportContact() {
  const { supportEmail } = appSettings();
  if (supportEmail === undefined) return null;
  return (
    <p className={classes.contact}>
      Questions? Email{' '}
      <a className={classes.link} href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    </p>
  );
}
