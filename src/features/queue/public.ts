export { AttendedButtons } from './AttendedButtons.tsx';
export { orderOfQueue } from './order-of-queue.ts';
export { parkedOn } from './parked-on.ts';
export { tellOfIntent } from './tell-of-intent.ts';
