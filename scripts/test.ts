import { watchParent } from '#sandbox/processes/watch-parent';
import type { Counts, FileTime } from './verification/progress.ts';
import { PARTS, type Part, type PartOutcome, runPart } from './verification/test-parts.ts';

/** CI ends a run after 90 minutes and would not report how far it got. */
const RUN_LIMIT_MS = 80 * 60_000;
const SLOWEST_SHOWN = 10;
/** Of what one failure says; the rest stands where it happened. */
const LINES_SHOWN = 12;
/** Parts of one lane run one after another, in parallel with the other lane. */
const LANES: readonly (readonly Part[])[] = [['sandbox'], ['check', 'pure', 'screen', 'e2e']];

// `npm test` runs everything; `npm test -- pure screen` only those parts.
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !PARTS.includes(name as Part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are ${PARTS.join(', ')}.`);
  process.exit(2);
}

const startedAt = Date.now();
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => ending.abort());
}
// When npm is killed, nothing else ends this run.
watchParent(process.env.npm_lifecycle_script, () => ending.abort());

// Parts that can no longer run have failed.
const notRun: PartOutcome = {
  counts: { passed: 0, failed: 1, skipped: 0 },
  files: [],
  failures: [],
  problem: 'It did not run.',
};

const outcomeByPart = new Map<Part, PartOutcome>();
await Promise.all(LANES.map(runLane));

const outcomes = PARTS.flatMap((part) => {
  const outcome = outcomeByPart.get(part);
  return outcome ? [{ part, ...outcome }] : [];
});
printSlowest(outcomes.flatMap(({ files }) => files));
printFailures(outcomes.flatMap(({ failures }) => failures));
console.log('');
for (const { part, counts, problem } of outcomes) {
  console.log(`${part.padEnd(8)} ${sentenceOf(counts)}`);
  if (problem !== null) console.log(problem.replaceAll(/^/gm, ' '.repeat(9)));
}
console.log(`in ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`);
const total = sum(outcomes.map(({ counts }) => counts));
console.log(`\n${sentenceOf(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runLane(lane: readonly Part[]): Promise<void> {
  for (const part of lane) {
    if (requested.length > 0 && !requested.includes(part)) continue;
    const limitMs = startedAt + RUN_LIMIT_MS - Date.now();
    const label = part.padEnd(8);
    const onLine = (line: string) => console.log(`${label}│ ${line}`);
    const outcome =
      ending.signal.aborted || limitMs <= 0
        ? notRun
        : await runPart(part, { limitMs, signal: ending.signal, onLine });
    outcomeByPart.set(part, outcome);
    onLine(sentenceOf(outcome.counts));
  }
}

function printSlowest(files: readonly FileTime[]): void {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds);
  console.log(`\nThe ${SLOWEST_SHOWN} slowest files, in seconds`);
  for (const { file, seconds } of slowest.slice(0, SLOWEST_SHOWN)) {
    console.log(`${seconds.toFixed(1).padStart(7)} ${file}`);
  }
}

/** Again at the end, where a reader of a long run, or of its last lines alone, finds them. */
function printFailures(failures: readonly string[]): void {
  if (failures.length === 0) return;
  console.log('\nWhat failed');
  for (const failure of failures) {
    console.log(failure.split('\n').slice(0, LINES_SHOWN).join('\n').replaceAll(/^/gm, '  '));
  }
}

function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (one, other) => ({
      passed: one.passed + other.passed,
      failed: one.failed + other.failed,
      skipped: one.skipped + other.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

function sentenceOf({ passed, failed, skipped }: Counts): string {
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${rest}`;
}
