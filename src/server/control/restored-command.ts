import * as v from 'valibot';
import { beginHistory } from '../services/feed/feed-history.ts';
import { defineCommand } from './command.ts';

export const restoredCommand = defineCommand({
  name: 'restored',
  input: v.object({}),
  result: v.object({}),
  run: async ({ db }) => {
    await beginHistory(db);
    return {};
  },
});
