import { useSuspenseQuery } from '@tanstack/react-query';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { brandQuery } from '../auth/queries.ts';
import { Appearance } from './Appearance.tsx';
import { OfflineData } from './OfflineData.tsx';
import { Payments } from './Payments.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './Settings.module.css';

/** The brand's profile and mails on one side; payments and this device on the other. */
export function SettingsScreen() {
  const { data: brand } = useSuspenseQuery(brandQuery());
  return (
    <div className={classes.screen}>
      <PageTitle title="Settings" />
      <div className={classes.columns}>
        <ProfileForm brand={brand} />
        <div className={classes.column}>
          <Payments />
          <Appearance />
          <OfflineData />
        </div>
      </div>
    </div>
  );
}
