import { startTelemetry } from './telemetry.ts';

// Instruments only what is imported afterwards, and so before the server.
const problem = await startTelemetry(process.env);
if (problem !== null) console.error(problem);
await import('./run.ts');
