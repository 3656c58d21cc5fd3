import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { newUlid } from '../../api/ids.ts';
import { useOnline } from '../../api/online.ts';
import { sandboxOrderId } from '../../domain/sandbox-payments.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Bone, Loading } from '../../ui/Skeleton.tsx';
import classes from './Billing.module.css';

const PaypalButtons = lazyPart(async () => (await import('./PaypalButtons.tsx')).PaypalButtons);

interface Props {
  amountCents: number;
  disabled: boolean;
  /** The server plays the providers. */
  isSandbox: boolean;
  /** The payer has approved an order of this amount. */
  onApproved: (orderId: string, amountCents: number) => Promise<void>;
}

/** Beside the card form: PayPal, where it is set up or played by the sandbox. */
export function Paypal({ amountCents, disabled, isSandbox, onApproved }: Props) {
  const online = useOnline();
  const clientId = import.meta.env.VITE_PAYPAL_CLIENT_ID as string | undefined;
  if (!clientId && !isSandbox) return null;
  return (
    <div className={classes.paypal}>
      <p className={classes.or}>or</p>
      {clientId ? (
        <Suspense
          fallback={
            <Loading label="Loading PayPal">
              <Bone height={44} radius={8} />
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
        <Button
          disabled={disabled || !online}
          fullWidth
          onClick={() => void onApproved(sandboxOrderId(amountCents, newUlid()), amountCents)}
          variant="default"
        >
          PayPal (sandbox)
        </Button>
      )}
    </div>
  );
}
