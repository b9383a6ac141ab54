import { runPart } from './verification/test-parts.ts';

// `npm run e2e -- journeys/send` runs only the files whose path contains this.
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => ending.abort());
}
const { counts, problem } = await runPart('e2e', {
  filters: process.argv.slice(2),
  limitMs: 80 * 60_000,
  signal: ending.signal,
  onLine: console.log,
});
if (problem !== null) console.error(problem);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
