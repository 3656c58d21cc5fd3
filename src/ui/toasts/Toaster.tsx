import { Notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';
import { placeToasts } from './place-toasts.ts';

/** Toasts of this width fit into an offer panel beside its campaign. */
const widthPx = 368;

/** Shows toasts at the bottom: full width on a phone, otherwise on the right. `toast.tsx` limits their number. */
export function Toaster() {
  const { notifications } = useNotifications();
  const isShown = notifications.length > 0;
  useLayoutEffect(() => (isShown ? placeToasts() : undefined), [isShown]);
  return (
    <Notifications
      containerWidth={widthPx}
      limit={100}
      position="bottom-right"
      transitionDuration={180}
      zIndex={1000}
    />
  );
}
