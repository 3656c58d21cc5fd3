import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { appSettings } from '#api/app-settings.ts';
import { useOnline } from '#api/sync-status.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import classes from './Billing.module.css';
import { requestPaypalOrder, toastPaypalFailure } from './paypal-order.ts';

const PaypalButtons = lazyPart(async () => (await import('./PaypalButtons.tsx')).PaypalButtons);

interface Props {
  amountCents: number;
  disabled: boolean;
  /** True if the server simulates the payment providers. */
  isSandbox: boolean;
  /** Called once the payer has approved an order of this amount. */
  onApproved: (orderId: string, amountCents: number) => Promise<void>;
}

/** PayPal button beside the card form, if PayPal is set up or simulated by the sandbox. */
export function Paypal({ amountCents, disabled, isSandbox, onApproved }: Props) {
  const online = useOnline();
  const { paypalClientId: clientId } = appSettings();
  if (!clientId && !isSandbox) return null;
  return (
    <div className={classes.paypal}>
      <p className={classes.or}>or</p>
      {clientId ? (
        <Suspense
          fallback={
            <Loading label="Loading PayPal">
              <SkeletonBlock height={44} radius="sm" />
            </Loading>
          }
        >
          <PaypalButtons
            amountCents={amountCents}
            clientId={clientId}
            disabled={disabled || !online}
            onApproved={(orderId) => onApproved(orderId, amountCents)}
          />
        </Suspense>
      ) : (
        <SandboxPaypal amountCents={amountCents} disabled={disabled || !online} onApproved={onApproved} />
      )}
    </div>
  );
}

/** The sandbox's orders are approved from the start. */
function SandboxPaypal({ amountCents, disabled, onApproved }: Omit<Props, 'isSandbox'>) {
  const order = useMutation({
    mutationFn: () => requestPaypalOrder(amountCents),
    retry: false,
    onSuccess: (orderId) => (orderId === null ? toastPaypalFailure() : onApproved(orderId, amountCents)),
    onError: toastPaypalFailure,
  });
  return (
    <Button disabled={disabled} fullWidth loading={order.isPending} onClick={() => order.mutate()} variant="default">
      PayPal (sandbox)
    </Button>
  );
}
