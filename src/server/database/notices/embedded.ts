import type { PGlite } from '@electric-sql/pglite';
import { channel, type Notices, readNotice } from './notice.ts';

/** Notices of the embedded database. Its only process both sends and receives them. */
export function embeddedNotices(client: PGlite): Notices {
  return {
    async start({ written, arriving }) {
      const stop = await client.listen(channel, (payload) => {
        const notice = readNotice(payload);
        if (notice !== null && 'brandId' in notice) written(notice.brandId, notice.revision);
      });
      arriving(true);
      return () => stop();
    },
  };
}
