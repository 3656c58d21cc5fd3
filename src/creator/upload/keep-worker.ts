import * as v from 'valibot';
import { writeFile } from './write-file.ts';

/** Message to this worker. It exists because `createSyncAccessHandle` is only available in dedicated workers. */
const orderSchema = v.object({ name: v.string(), content: v.instance(Blob) });

self.addEventListener('message', ({ data }: MessageEvent) => {
  const order = v.safeParse(orderSchema, data);
  const isKept = order.success ? writeFile(order.output.name, order.output.content) : Promise.resolve(false);
  void isKept.then((kept) => self.postMessage(kept));
});
