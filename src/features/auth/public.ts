export { accountState, brandQuery, type KeptOutState, useKeptOut } from './queries.ts';
