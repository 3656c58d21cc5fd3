import { Notifications } from '@mantine/notifications';

/** Places toasts over everything, clear of the bar above and of a thumb below. `toast.tsx` limits their number. */
export function Toaster() {
  return <Notifications limit={100} position="top-center" transitionDuration={180} zIndex={1000} />;
}
