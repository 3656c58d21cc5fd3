import type { OutboxSchema } from '../schema.ts';
import type { MigrationStep } from './step.ts';

/** Steps of the queue's format, oldest first. They are only ever added to, and must keep every action they find. */
export const outboxSteps: readonly MigrationStep<OutboxSchema>[] = [
  (database) => {
    const actions = database.createObjectStore('actions', { keyPath: 'seq' });
    actions.createIndex('actionId', 'actionId', { unique: true });
    actions.createIndex('brand', ['brandId', 'seq']);
    const receipts = database.createObjectStore('receipts', { keyPath: 'actionId' });
    receipts.createIndex('brand', ['brandId', 'settledAt']);
    receipts.createIndex('uncopied', ['brandId', 'uncopied']);
    database.createObjectStore('session', { keyPath: 'key' });
  },
  // Nothing is written: an upgrade must not need room.
  (database) => void database.createObjectStore('unsent'),
];
