import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import { erase } from '../services/admin/personal-data/erase.ts';
import { exportData } from '../services/admin/personal-data/export.ts';
import { writeExport } from '../services/admin/personal-data/write-export.ts';
import { defineCommand } from './command.ts';

const kind = v.picklist(['creator', 'brand']);
const named = v.pipe(v.string(), v.trim(), v.nonEmpty('Expected an email.'), v.maxLength(254));
const counts = v.record(v.string(), v.number());

export const exportCommand = defineCommand({
  name: 'export-data',
  input: v.object({ kind, named, folder: v.pipe(v.string(), v.check(isAbsolute, 'Expected the path of a folder.')) }),
  result: v.object({
    email: v.string(),
    folder: v.string(),
    rows: counts,
    files: v.number(),
    missing: v.array(v.string()),
  }),
  run: async (context, { folder, ...asked }) => {
    const exported = await exportData(context, asked);
    const [store, uploadStore] = [await context.fileStore(), await context.uploadStore()];
    try {
      const missing = await writeExport(exported, folder, { store, uploads: uploadStore.files });
      const { email, tables, files } = exported;
      const rows = Object.fromEntries(Object.entries(tables).map(([table, found]) => [table, found.length]));
      return { email, folder, rows, files: files.stored.length + files.uploads.length, missing };
    } finally {
      store.close();
      uploadStore.close();
    }
  },
});

export const eraseCommand = defineCommand({
  name: 'erase-data',
  input: v.object({ kind, named, isConfirmed: v.boolean() }),
  result: v.object({
    kind,
    email: v.string(),
    erased: v.boolean(),
    deleted: counts,
    emptied: counts,
    files: v.number(),
  }),
  run: (context, asked) => erase(context, asked),
});
