export { AttentionButtons } from './AttentionButtons.tsx';
export { unconfirmedText } from './confirm-intent.ts';
export { sendQueueCommand } from './send-queue-command.ts';
export { useActions, useParkedIntentOn } from './use-actions.ts';
export { type IntentCallbacks, type RecordWriter, type RequestedIntent, useIntent } from './use-intent.ts';
