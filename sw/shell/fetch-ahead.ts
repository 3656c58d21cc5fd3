/** A browser opens six connections to one server without HTTP/2. */
const atOnce = 6;

/**
 * Fetches files into the browser's own cache, a few at a time, so that a page that asks for one after the other finds them there.
 * A failed fetch is left to the page. Never rejects.
 */
export async function fetchAhead(
  addresses: readonly string[],
  fetch: (address: string) => Promise<Pick<Response, 'arrayBuffer'>>,
): Promise<void> {
  const left = [...addresses];
  const fetchOn = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      // To its end: a browser keeps nothing of what was not read.
      await fetch(address)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fetchOn));
}
