import { logOut } from '#app/session/log-out.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { accountState } from '../queries.ts';
import { StatusScreen } from './StatusScreen.tsx';
import { SupportContact } from './SupportContact.tsx';
import { VerificationActions } from './VerificationActions.tsx';

/** Screen of a brand without access to the dashboard: the reason, the next step, and a contact. */
export function KeptOut({ brand }: { brand: Brand }) {
  const onBack = () => void logOut();
  const { name, email, suspension } = brand;
  switch (accountState(brand)) {
    case 'unverified':
      return (
        <StatusScreen action={<VerificationActions />} icon="mail" onBack={onBack} title="Verify Your Email">
          We sent a link to {email}. Open it to verify your email. This page updates automatically.
        </StatusScreen>
      );
    case 'rejected':
      return (
        <StatusScreen action={<SupportContact />} icon="alert" onBack={onBack} title="Account Not Approved">
          We reviewed {name} and decided not to approve its account. We sent the details to {email}.
        </StatusScreen>
      );
    case 'suspended':
      return (
        <StatusScreen action={<SupportContact />} icon="alert" onBack={onBack} title="Account Suspended">
          {name}’s account is suspended, so you can’t use the dashboard.
          {suspension?.reason && ` Reason: ${suspension.reason}`}
        </StatusScreen>
      );
    default:
      return (
        <StatusScreen action={<SupportContact />} icon="clock" onBack={onBack} title="Account Under Review">
          Our team is reviewing {name}. Please allow up to 24 hours. We’ll email {email} once your account is approved,
          and this page will open your dashboard.
        </StatusScreen>
      );
  }
}
