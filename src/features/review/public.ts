export { ConflictView } from './conflict/ConflictView.tsx';
