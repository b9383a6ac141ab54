import { runCheck } from './verification/check-steps.ts';

// Reports errors and changes nothing; `npm run fix` applies fixes.
const results = await runCheck({ limitMs: 15 * 60_000, onLine: console.log });
process.exitCode = results.every((result) => result.isGood) ? 0 : 1;
