/**
 * Names of databases and locks on the device, which pages and the worker share. They are part of the contract: a page may run
 * with a worker of another build, and each must find the other's stores and locks.
 */

/** Databases: the copy and the downloaded drafts can be deleted; only the user may empty the queue. */
export const databaseNames = { copy: 'afield-copy', queue: 'afield-outbox', videos: 'afield-videos' } as const;

/** Stores of the queue with brands' rows, which have an index `brand` whose keys begin with the brand's id. */
export const queueStoresOfBrands = ['actions', 'receipts'] as const;

/** Stores of the queue for the session, and for marks of intents that were certainly not sent; a queue of 0.1.0 has no marks. */
export const queueStores = { session: 'session', marks: 'unsent' } as const;

/** Web Locks: one refresh at a time, one sender, and one stream of changes. */
export const lockNames = { session: 'afield-session', sender: 'afield-outbox', live: 'afield-live' } as const;
