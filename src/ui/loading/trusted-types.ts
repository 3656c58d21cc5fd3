/** As much of Trusted Types (https://w3c.github.io/trusted-types/) as is used: TypeScript's library doesn't have them. */
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
 * Sets what this page may hand to the browser as markup, for browsers with Trusted Types. Call it before anything is rendered: the
 * server's policy refuses the rest.
 */
export function guardSinks(): void {
  const scope: { trustedTypes?: PolicyFactory | undefined } = globalThis;
  if (scope.trustedTypes?.defaultPolicy !== null) return;
  scope.trustedTypes.createPolicy('default', {
    // Mantine sets its style sheets by innerHTML. A text without this character makes no element.
    createHTML: (text) => (text.includes('<') ? null : text),
    // The origins of scripts and workers are named by script-src and worker-src.
    createScriptURL: (address) => address,
  });
}
