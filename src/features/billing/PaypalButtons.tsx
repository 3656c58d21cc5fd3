import { PayPalButtons, PayPalScriptProvider } from '@paypal/react-paypal-js';
import { pxOf } from '#ui/styles/tokens.ts';
import { requestPaypalOrder, toastPaypalFailure } from './paypal-order.ts';

interface Props {
  clientId: string;
  amountCents: number;
  disabled: boolean;
  onApproved: (orderId: string) => Promise<void>;
}

/** PayPal's own button. The payer approves the order in its window, and the server captures the payment. */
export function PaypalButtons({ clientId, amountCents, disabled, onApproved }: Props) {
  const value = (amountCents / 100).toFixed(2);
  return (
    <PayPalScriptProvider options={{ clientId, currency: 'USD', intent: 'capture', components: 'buttons' }}>
      <PayPalButtons
        createOrder={async (_, actions) =>
          (await requestPaypalOrder(amountCents)) ??
          actions.order.create({
            intent: 'CAPTURE',
            purchase_units: [{ amount: { currency_code: 'USD', value } }],
          })
        }
        disabled={disabled}
        forceReRender={[value]}
        fundingSource="paypal"
        onApprove={({ orderID }) => onApproved(orderID)}
        onError={toastPaypalFailure}
        style={{ height: 44, borderRadius: pxOf('--radius-sm') }}
      />
    </PayPalScriptProvider>
  );
}
