import { useCallback, useEffect } from 'react';
import { hideErrorToast } from './toast.tsx';

/**
 * Hides error toasts with this id when the component unmounts, since they otherwise stay until they're closed.
 * @returns a function that hides them immediately, for a new attempt
 */
export function useErrorToast(id: string): () => void {
  useEffect(() => () => hideErrorToast(id), [id]);
  return useCallback(() => hideErrorToast(id), [id]);
}
