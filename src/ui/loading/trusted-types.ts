/** The part of Trusted Types (https://w3c.github.io/trusted-types/) used here, which TypeScript's library lacks. */
interface PolicyFactory {
  readonly defaultPolicy: object | null;
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string | null; createScriptURL?(text: string): string },
  ): { createHTML(text: string): string };
}

declare global {
  var trustedTypes: PolicyFactory | undefined;
}

/**
 * Restricts the markup that this page may pass to the browser, in browsers with Trusted Types. Call it before
 * rendering: the server's policy blocks everything else.
 */
export function guardSinks(): void {
  const scope: { trustedTypes?: PolicyFactory | undefined } = globalThis;
  if (scope.trustedTypes?.defaultPolicy !== null) return;
  scope.trustedTypes.createPolicy('default', {
    // Mantine sets its style sheets by innerHTML. Text without this character can't create an element.
    createHTML: (text) => (text.includes('<') ? null : text),
    // script-src and worker-src already restrict the origins of scripts and workers.
    createScriptURL: (address) => address,
  });
}
