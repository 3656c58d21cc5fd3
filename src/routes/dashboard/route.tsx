import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { rememberDestination } from '#app/session/destination.ts';
import { AdminScreen } from '#features/auth/AdminScreen.tsx';
import { Gate } from '#features/auth/Gate.tsx';
import { LogoutDialog } from '#features/auth/logout/LogoutDialog.tsx';
import { AddFunds } from '#features/billing/AddFunds.tsx';
import { CampaignChanges } from '#features/campaigns/manage/CampaignChanges.tsx';
import { InstallHint } from '#features/install/InstallHint.tsx';
import { Onboarding } from '#features/onboarding/Onboarding.tsx';
import { Shell } from '#features/shell/Shell.tsx';
import { SyncBanner } from '#features/sync/SyncBanner.tsx';
import { CampaignWizard } from '#features/wizard/CampaignWizard.tsx';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: ({ location }) => {
    if (readSession() !== null) return;
    rememberDestination(location.href);
    throw redirect({ to: '/', replace: true });
  },
  component: Dashboard,
});

function Dashboard() {
  const session = readSession();
  if (session !== null && !isBrandSession(session)) return <AdminScreen />;
  return (
    <Gate banner={<SyncBanner />}>
      <Shell banner={<SyncBanner />} hint={<InstallHint />}>
        <Outlet />
      </Shell>
      <Onboarding />
      <CampaignWizard />
      <AddFunds />
      <CampaignChanges />
      <LogoutDialog />
    </Gate>
  );
}
