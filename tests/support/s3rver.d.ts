declare module 's3rver' {
  import type { Server } from 'node:http';

  /** What is used of it here; all else is in its README. */
  // biome-ignore lint/style/noDefaultExport: it is the package's own
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    readonly httpServer: Server;
    /** It is an application of Koa's. */
    readonly middleware: unknown[];
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
