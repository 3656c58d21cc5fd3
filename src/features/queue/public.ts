export { AttendedButtons } from './AttendedButtons.tsx';
export { unansweredText } from './confirm-intent.ts';
export { orderOfQueue } from './order-of-queue.ts';
export { useActions, useParkedOn } from './use-actions.ts';
export { type AfterWanted, type ShownRecords, useIntent, type Wanted } from './use-intent.ts';
