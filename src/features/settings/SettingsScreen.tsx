import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { appBuild, buildText } from '#app/reports/build.ts';
import { brandQuery } from '#features/auth/public.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { PrintOnly } from '#ui/text/PrintOnly.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { exactDay } from '#ui/text/relative-time.ts';
import { BrandIcon } from './BrandIcon.tsx';
import { Appearance } from './device/Appearance.tsx';
import { DraftDownloads } from './device/DraftDownloads.tsx';
import { OfflineData } from './device/OfflineData.tsx';
import { UndoTime } from './device/UndoTime.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { BillingDetailsForm } from './payments/BillingDetailsForm.tsx';
import { Payments } from './payments/Payments.tsx';
import classes from './Settings.module.css';

interface Props {
  /** Section with the password and sessions. */
  security: ReactNode;
  /** Section with the devices that receive push notifications. */
  notifications: ReactNode;
  /** Section about installation on this device. */
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
