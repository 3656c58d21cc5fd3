import { startTelemetry } from './observing/telemetry.ts';

// Start telemetry before importing the server: only modules imported afterwards are instrumented.
const problem = await startTelemetry(process.env);
if (problem !== null) console.error(problem);
await import('./run.ts');
