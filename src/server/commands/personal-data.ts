import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import { commandFor, nonBlankText } from '../control/command.ts';
import { resolveInputPath } from '../control/input-file.ts';
import { defineTask } from '../control/task.ts';
import { erase } from '../services/admin/personal-data/erase.ts';
import { exportData } from '../services/admin/personal-data/export.ts';
import type { SubjectKind } from '../services/admin/personal-data/fates.ts';
import { eraseText, exportText } from '../services/admin/personal-data/format.ts';
import { writeExport } from '../services/admin/personal-data/write-export.ts';

const kind = v.picklist(['creator', 'brand']);
const named = nonBlankText('an email', 254);
const counts = v.record(v.string(), v.number());

const exportTask = defineTask({
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

const eraseTask = defineTask({
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

const exporting = (subject: SubjectKind, help: string) =>
  commandFor(exportTask, {
    name: `export-${subject}`,
    usage: 'EMAIL --to FOLDER',
    help,
    argument: `the email of a ${subject}`,
    needs: { to: 'Expected --to with a new folder.' },
    call: (email, { to }) => ({
      input: { kind: subject, named: email, folder: resolveInputPath(to) },
      words: exportText,
    }),
  });

const erasing = (subject: SubjectKind, help: string) =>
  commandFor(eraseTask, {
    name: `erase-${subject}`,
    usage: 'EMAIL [--confirm]',
    help,
    argument: `the email of a ${subject}`,
    flags: ['confirm'],
    call: (email, { confirm }) => ({ input: { kind: subject, named: email, isConfirmed: confirm }, words: eraseText }),
  });

export const personalDataCommands = [
  exporting('creator', 'exports everything about a creator to a new folder: rows as JSON, and files'),
  exporting('brand', 'exports everything about a brand to a new folder: rows as JSON, and files'),
  erasing(
    'creator',
    `shows what would be erased about a creator; with --confirm, erases it for good. Amounts
    and view counts are kept without names. Refused while offers are open or earnings unpaid`,
  ),
  erasing(
    'brand',
    `shows what would be erased about a brand; with --confirm, erases it for good. Refused
    while campaigns or payments are open, or money is left in the account`,
  ),
];
