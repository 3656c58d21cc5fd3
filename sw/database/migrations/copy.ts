import type { CopySchema } from '../schema.ts';
import { relabelLists } from './relabelled-lists.ts';
import type { MigrationStep } from './step.ts';

/** Steps of the copy's format, oldest first. They are only ever added to: phones hold every older version. */
export const copySteps: readonly MigrationStep<CopySchema>[] = [
  (database) => {
    database.createObjectStore('documents', { keyPath: ['brandId', 'name'] });
    database.createObjectStore('campaigns', { keyPath: ['brandId', 'id'] });
    database.createObjectStore('offers', { keyPath: ['brandId', 'id'] });
    database.createObjectStore('payments', { keyPath: ['brandId', 'id'] });
    database.createObjectStore('lists', { keyPath: ['brandId', 'name'] });
    database.createObjectStore('posts', { keyPath: ['brandId', 'bucket'] });
    database.createObjectStore('answers', { keyPath: ['brandId', 'address'] });
    database.createObjectStore('sync', { keyPath: 'brandId' });
    database.createObjectStore('media', { keyPath: 'url' });
  },
  relabelLists,
];
