export { AttendedButtons } from './AttendedButtons.tsx';
export { orderOfQueue } from './order-of-queue.ts';
export { tellOfIntent, unansweredText } from './tell-of-intent.ts';
export { useActions, useParkedOn } from './use-actions.ts';
