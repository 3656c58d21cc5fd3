import { useNavigate } from '@tanstack/react-router';
import { StatusScreen } from './StatusScreen.tsx';

/** Accounts are made by whoever runs the server; said before anybody has typed anything. */
export function SignupScreen() {
  const navigate = useNavigate();
  return (
    <StatusScreen icon="person" onBack={() => void navigate({ to: '/' })} title="Sign Up">
      New accounts can’t be opened here yet. Ask the team that runs Afield for you to make one, then log in with the
      email and password they give you.
    </StatusScreen>
  );
}
