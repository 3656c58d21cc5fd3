import { Notice } from '../parts/Notice.tsx';

/** Asks for a file of which the server has a part, and this browser nothing any more. */
export const LostNotice = ({ name }: { name: string }) => (
  <Notice icon="info" tone="amber">
    A part of {name} has arrived. Choose the same video again, and it goes on from there.
  </Notice>
);
