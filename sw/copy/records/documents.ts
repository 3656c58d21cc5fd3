import * as v from 'valibot';
import { brandSchema, tagSchema } from '#contract/brand/brand.ts';
import { changeTemplateSchema } from '#contract/brand/requested-changes.ts';
import type { DocumentName } from '#sw/database/schema.ts';
import { type CopyRead, DamagedCopyError } from '../copy-read.ts';
import { type CopyWrite, isSame } from '../copy-write.ts';

const schemas = {
  brand: brandSchema,
  tags: v.array(tagSchema),
  templates: v.array(changeTemplateSchema),
} as const;

type DocumentOf<N extends DocumentName> = v.InferOutput<(typeof schemas)[N]>;

/** A stored document with the time of its fetch; null if there is none. @throws {DamagedCopyError} */
export async function readDocument<N extends DocumentName>(
  { transaction, brandId }: CopyRead,
  name: N,
): Promise<{ value: DocumentOf<N>; storedAt: number } | null> {
  const row = await transaction.objectStore('documents').get([brandId, name]);
  if (row === undefined) return null;
  const parsed = v.safeParse(schemas[name], row.value);
  if (!parsed.success) throw new DamagedCopyError(`The stored ${name} can't be read`);
  return { value: parsed.output as DocumentOf<N>, storedAt: row.storedAt };
}

export async function putDocument<N extends DocumentName>(
  write: CopyWrite,
  name: N,
  value: DocumentOf<N>,
): Promise<void> {
  const { brandId, storedAt } = write;
  const store = write.transaction.objectStore('documents');
  const before = await store.get([brandId, name]);
  if (!write.accepts(name, { value, stored: before })) return;
  if (!isSame(before?.value, value)) write.changed(name, name);
  await store.put({ brandId, name, storedAt, value });
}
