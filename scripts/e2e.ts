import { runPart } from './verification/test-parts.ts';

// `npm run e2e -- journeys/send` runs only the files whose path has this in it.
const counts = await runPart('e2e', process.argv.slice(2));
process.exitCode = counts.failed > 0 ? 1 : 0;
