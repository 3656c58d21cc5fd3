import { Client, type ClientConfig } from 'pg';

/**
 * Opens one connection beside the pool's; its owner ends it.
 * @param config beside the address and a limit of 10 s on connecting
 * @throws the system's error if there is no connection
 */
export async function connectOnce(url: string, config: ClientConfig): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...config });
  // A connection that breaks fails the statement; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
