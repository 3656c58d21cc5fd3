import { Client, type ClientConfig } from 'pg';

/**
 * Opens one connection outside the pool. The caller closes it.
 * @param config in addition to the URL and a connection timeout of 10 s
 * @throws the system's error if it can't connect
 */
export async function connectOnce(url: string, config: ClientConfig): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...config });
  // A broken connection fails the running statement; without a listener it would also crash the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
