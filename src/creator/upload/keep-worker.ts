import * as v from 'valibot';
import { writeWhole } from './write-whole.ts';

/** `createSyncAccessHandle` only exists in dedicated workers. */
const orderSchema = v.object({ name: v.string(), content: v.instance(Blob) });

self.addEventListener('message', ({ data }: MessageEvent) => {
  const order = v.safeParse(orderSchema, data);
  const isKept = order.success ? writeWhole(order.output.name, order.output.content) : Promise.resolve(false);
  void isKept.then((kept) => self.postMessage(kept));
});
