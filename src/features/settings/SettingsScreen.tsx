import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { appBuild, buildText } from '#app/build.ts';
import { brandQuery } from '#features/auth/public.ts';
import { PageTitle } from '#ui/PageTitle.tsx';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { useNow } from '#ui/RelativeTime.tsx';
import { exactDay } from '#ui/relative-time.ts';
import { Appearance } from './Appearance.tsx';
import { BillingDetailsForm } from './BillingDetailsForm.tsx';
import { BrandIcon } from './BrandIcon.tsx';
import { DraftDownloads } from './DraftDownloads.tsx';
import { OfflineData } from './OfflineData.tsx';
import { Payments } from './Payments.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './Settings.module.css';
import { UndoTime } from './UndoTime.tsx';

interface Props {
  /** Password and sessions. */
  security: ReactNode;
  /** Devices with push notifications. */
  notifications: ReactNode;
  /** Installation on this device. */
  installation: ReactNode;
}

/** The brand's profile and logins on one side; payments and this device on the other. */
export function SettingsScreen({ security, notifications, installation }: Props) {
  const { data: brand } = useSuspenseQuery(brandQuery());
  return (
    <div className={classes.screen}>
      <PageTitle title="Settings" />
      <div className={classes.columns}>
        <div className={classes.column}>
          <BrandIcon brand={brand} />
          <ProfileForm brand={brand} />
          {brand.billingDetails && <BillingDetailsForm details={brand.billingDetails} />}
          {security}
        </div>
        <div className={classes.column}>
          <div className={classes.report}>
            <PrintOnly>
              {brand.name}, {exactDay(useNow())}
            </PrintOnly>
            <Payments />
          </div>
          {notifications}
          <UndoTime />
          <Appearance />
          <OfflineData />
          <DraftDownloads />
          {installation}
        </div>
      </div>
      <p className={classes.version}>Afield {buildText(appBuild)}</p>
    </div>
  );
}
