/** Maximum number of concurrent fetches. Browsers open six connections to a server without HTTP/2. */
const atOnce = 6;

interface Target {
  cache: Pick<Cache, 'match' | 'put'>;
  fetch(address: string): Promise<Response>;
}

/**
 * Stores the files that the cache lacks, a few at a time. Skips a file that can't be fetched or stored, or whose response isn't a
 * plain 200. Workbox then goes through all files and reports failures. Never rejects.
 */
export async function storeAhead(addresses: readonly string[], { cache, fetch }: Target): Promise<void> {
  const left = [...addresses];
  const store = async (address: string) => {
    // An update shares most of its files with the previous version.
    if ((await cache.match(address)) !== undefined) return;
    const answer = await fetch(address);
    if (answer.status === 200 && !answer.redirected) await cache.put(address, answer);
    // Read the body to its end, since browsers don't cache unread responses.
    else await answer.arrayBuffer();
  };
  const storeOn = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      await store(address).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, storeOn));
}
