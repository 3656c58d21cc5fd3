import { createFileRoute } from '@tanstack/react-router';
import { ChangePassword } from '#features/auth/security/ChangePassword.tsx';
import { Devices } from '#features/auth/security/Devices.tsx';
import { Installation } from '#features/install/Installation.tsx';
import { useInstallState } from '#features/install/offer.ts';
import { Notifications } from '#features/notifications/Notifications.tsx';
import { SettingsScreen } from '#features/settings/SettingsScreen.tsx';

export const Route = createFileRoute('/dashboard/settings')({
  component: Settings,
});

function Settings() {
  const installed = useInstallState();
  const mustInstall = installed !== 'installed' && installed !== 'prompt' && installed !== 'unavailable';
  return (
    <SettingsScreen
      notifications={<Notifications mustInstall={mustInstall} />}
      installation={<Installation />}
      security={
        <>
          <ChangePassword />
          <Devices />
        </>
      }
    />
  );
}
