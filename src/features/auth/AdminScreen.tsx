import { useMutation } from '@tanstack/react-query';
import { logOut } from '#app/session/log-out.ts';
import { StatusScreen } from './verification/StatusScreen.tsx';

/** Shown for a session of the provider's team. It has no brand, so no other screen applies. */
export function AdminScreen() {
  const { mutate } = useMutation({ mutationFn: logOut, retry: false });
  return (
    <StatusScreen back="Logout" icon="person" onBack={() => mutate()} title="Logged In as Admin">
      This app is for brands. Team members use the admin commands on the server. To see a brand’s dashboard, log out,
      then log in as that brand.
    </StatusScreen>
  );
}
