export { ConflictView } from './conflict/ConflictView.tsx';
export { KeptDraftNote } from './KeptDraftNote.tsx';
export { Review } from './Review.tsx';
export { ReviewDue } from './ReviewDue.tsx';
export { ReviewSkeleton } from './ReviewSkeleton.tsx';
