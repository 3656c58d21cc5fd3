/**
 * The brand that an access token itself names; null where it names none, as another provider's may. It is not verified: only
 * the server can. It is read so that one brand's id is never paired with another's token.
 */
export function brandOfToken(accessToken: string): string | null {
  const { brandId, sub } = claimsOf(accessToken);
  if (typeof brandId === 'string') return brandId;
  // A subject may be a person's.
  return typeof sub === 'string' && sub.startsWith('brd_') ? sub : null;
}

function claimsOf(token: string): { brandId?: unknown; sub?: unknown } {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
