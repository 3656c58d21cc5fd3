/** What the build puts in. */
interface ImportMeta {
  readonly env: { readonly VITE_API_URL?: string };
}
