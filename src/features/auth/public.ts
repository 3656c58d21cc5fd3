export { brandQuery, useChecksApproval } from './queries.ts';
