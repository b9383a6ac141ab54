import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, longest first. One that starts last would delay the whole run. */
const SLOW_FILES: readonly string[] = [
  'consolidation.sandbox.test.ts',
  'stop-with-parent.sandbox.test.ts',
  'private-payments.sandbox.test.ts',
  'pool-journey.sandbox.test.ts',
  'fragmentation.sandbox.test.ts',
  'exchange.sandbox.test.ts',
  'scripts/product/crash.sandbox.test.ts',
  'failovers.sandbox.test.ts',
  'codes.sandbox.test.ts',
  'private-traces.sandbox.test.ts',
];

/** Starts the slow files before the others. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = SLOW_FILES.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? SLOW_FILES.length : place;
}
