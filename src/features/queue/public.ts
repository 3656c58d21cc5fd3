export { AttendedButtons } from './AttendedButtons.tsx';
export { orderOfQueue } from './order-of-queue.ts';
export { unansweredText } from './tell-of-intent.ts';
export { useActions, useParkedOn } from './use-actions.ts';
export { type AfterWanted, type ShownRecords, useIntent, type Wanted } from './use-intent.ts';
