export { ConflictView } from './ConflictView.tsx';
