export { brandQuery, type KeptOutState, useKeptOut } from './queries.ts';
