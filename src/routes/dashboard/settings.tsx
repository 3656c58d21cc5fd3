import { createFileRoute } from '@tanstack/react-router';
import { ChangePassword } from '../../features/auth/security/ChangePassword.tsx';
import { Devices } from '../../features/auth/security/Devices.tsx';
import { Installation } from '../../features/install/Installation.tsx';
import { SettingsScreen } from '../../features/settings/SettingsScreen.tsx';

export const Route = createFileRoute('/dashboard/settings')({
  component: () => (
    <SettingsScreen
      installation={<Installation />}
      security={
        <>
          <ChangePassword />
          <Devices />
        </>
      }
    />
  ),
});
