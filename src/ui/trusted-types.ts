/** As much of Trusted Types (https://w3c.github.io/trusted-types/) as is used: TypeScript's library doesn't have them. */
interface PolicyFactory {
  readonly defaultPolicy: object | null;
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string | null; createScriptURL(text: string): string | null },
  ): object;
}

/** Hosts of card forms and payment windows, whose scripts the page's policy allows where they are set up. */
const paymentHosts = /(^|\.)(js\.stripe\.com|paypal\.com|paypalobjects\.com)$/;

function isKnownScript(address: string): boolean {
  try {
    const { origin, protocol, hostname } = new URL(address, location.href);
    return origin === location.origin || (protocol === 'https:' && paymentHosts.test(hostname));
  } catch {
    return false;
  }
}

/**
 * Sets what this page may hand to the browser as markup or as the address of a script, for browsers with Trusted Types. Call it before
 * anything is rendered: the server's policy refuses the rest.
 */
export function guardSinks(): void {
  const scope = globalThis as { trustedTypes?: PolicyFactory };
  if (scope.trustedTypes?.defaultPolicy !== null) return;
  scope.trustedTypes.createPolicy('default', {
    // Mantine sets its style sheets by innerHTML. A text without this character makes no element.
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (isKnownScript(address) ? address : null),
  });
}
