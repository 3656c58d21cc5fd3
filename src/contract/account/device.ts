/**
 * Names on the device that page and worker share. They are part of the contract: a page may meet a worker of another build,
 * and each has to find what the other has stored or locked.
 */

/** Databases: the copy and the downloaded drafts, which may be thrown away, and the queue, which only the user empties. */
export const databaseNames = { copy: 'afield-copy', queue: 'afield-outbox', videos: 'afield-videos' } as const;

/** Stores of the queue that hold rows of brands, with an index `brand` whose keys begin with the brand's id. */
export const queueStoresOfBrands = ['actions', 'receipts'] as const;

/** The queue's store of the session, and of marks of what surely never left; a queue of 0.1.0 has no marks. */
export const queueStores = { session: 'session', marks: 'unsent' } as const;

/** Web Locks: one refresh at a time, one sender, and one stream of changes. */
export const lockNames = { session: 'afield-session', sender: 'afield-outbox', live: 'afield-live' } as const;
