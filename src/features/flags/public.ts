export { useFlags } from './queries.ts';
