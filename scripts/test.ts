import { type Counts, PARTS, type Part, runPart } from './verification/test-parts.ts';

// `npm test` runs everything; `npm test -- pure screen` only those parts.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PARTS.includes(name as Part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are ${PARTS.join(', ')}.`);
  process.exit(2);
}

const countsByPart = new Map<Part, Counts>();
for (const part of PARTS) {
  if (asked.length > 0 && !asked.includes(part)) continue;
  console.log(`\n── ${part}`);
  countsByPart.set(part, await runPart(part));
}

console.log('');
for (const [part, counts] of countsByPart) console.log(`${part.padEnd(8)} ${sentence(counts)}`);
const total = [...countsByPart.values()].reduce(
  (sum, counts) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  }),
  { passed: 0, failed: 0, skipped: 0 },
);
console.log(`\n${sentence(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function sentence({ passed, failed, skipped }: Counts): string {
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${rest}`;
}
