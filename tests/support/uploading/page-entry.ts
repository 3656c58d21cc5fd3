import type { CreatorOffer } from '#contract/creator/creator.ts';
import { createDraftUpload, type DraftUpload } from '#creator/upload/draft-upload.ts';

declare global {
  interface Window {
    upload: DraftUpload;
    /** Steps of the upload so far, without consecutive repeats. */
    steps: string[];
  }
}

/** This page handles an upload as the creators' page does, and renders nothing. */
const [, token = ''] = /^#(.+)$/.exec(location.hash) ?? [];
const upload = createDraftUpload({ token });
window.upload = upload;
window.steps = [];
upload.subscribe(() => {
  const { step } = upload.read();
  if (window.steps.at(-1) !== step) window.steps.push(step);
});
const headers = { Authorization: `Bearer ${token}` };
/** The link may break during the request, which is then retried. */
const readOffer = (): Promise<CreatorOffer> =>
  fetch('/creator/v1.0/offer', { headers })
    .then((answer) => answer.json())
    .catch(readOffer);
const { draft } = await readOffer();
if (draft?.state === 'uploading') await upload.resume(draft);
document.querySelector('input')?.addEventListener('change', ({ target }) => {
  const [file] = (target as HTMLInputElement).files ?? [];
  if (file) upload.pick(file, draft);
});
document.title = 'ready';
