import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dropCreatorDraft } from '#contract/creator/creator.ts';
import { callCreator } from './data/http.ts';
import { offerKey } from './data/queries.ts';

/** Deletes the server's part of an upload. */
export function useDropUpload(token: string): (uploadId: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (uploadId: string) => callCreator(dropCreatorDraft, { token, body: { uploadId } }),
    onSuccess: ({ data }) => client.setQueryData(offerKey, data),
  });
  return mutate;
}
