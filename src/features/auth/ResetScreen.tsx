import { useNavigate } from '@tanstack/react-router';
import { StatusScreen } from './StatusScreen.tsx';

/** Passwords are reset by whoever runs the server; said before anybody has typed anything. */
export function ResetScreen() {
  const navigate = useNavigate();
  return (
    <StatusScreen icon="mail" onBack={() => void navigate({ to: '/' })} title="Forgot Password">
      Passwords can’t be reset by email here yet. Ask the team that runs Afield for you to set a new one.
    </StatusScreen>
  );
}
