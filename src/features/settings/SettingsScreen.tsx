import { PageTitle } from '../../ui/PageTitle.tsx';

export function SettingsScreen() {
  return <PageTitle title="Settings" />;
}
