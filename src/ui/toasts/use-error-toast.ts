import { useCallback, useEffect } from 'react';
import { hideErrorToast } from './toast.tsx';

/**
 * Ties error toasts of an id to what failed: hides them with the component, since they would otherwise stay until they are closed.
 * @returns hides them now, for a new attempt
 */
export function useErrorToast(id: string): () => void {
  useEffect(() => () => hideErrorToast(id), [id]);
  return useCallback(() => hideErrorToast(id), [id]);
}
