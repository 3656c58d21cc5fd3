export { brandQuery, type KeptOutState, standingOf, useKeptOut } from './queries.ts';
