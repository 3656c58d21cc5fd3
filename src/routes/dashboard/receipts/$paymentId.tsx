import { createFileRoute } from '@tanstack/react-router';
import { ReceiptScreen } from '#features/statements/receipt/ReceiptScreen.tsx';

export const Route = createFileRoute('/dashboard/receipts/$paymentId')({ component: Receipt });

function Receipt() {
  const { paymentId } = Route.useParams();
  return <ReceiptScreen key={paymentId} paymentId={paymentId} />;
}
