import { type BenchLine, median } from './bench-line.ts';
import { runMeasuring } from './measuring-process.ts';
import type { ScanTimes } from './scan-process.ts';

/** Measures the cost of a foreign note: trying it for each wallet, and adding it to the tree once. */
export async function measureScan(): Promise<readonly BenchLine[]> {
  const times = await runMeasuring<ScanTimes>('scan-process.ts');
  const [trial, x25519] = [median(times.trial), median(times.x25519)];
  const [one, many] = [median(times.treeWithOne), median(times.treeWithMany)];
  return [
    {
      name: 'CPU to try a note for a wallet ÷ one X25519 of node:crypto',
      figure: trial / x25519,
      budget: 2.5,
      unit: '×',
      comparedWith: `${Math.round(trial)} µs against ${Math.round(x25519)} µs, ${times.notes} transferred notes, ${times.trial.length} alternating rounds`,
    },
    {
      name: `CPU of the tree with ${times.wallets} wallets open ÷ with 1`,
      figure: many / one,
      budget: 1.05,
      unit: '×',
      comparedWith: `${Math.round(many)} ms against ${Math.round(one)} ms for ${times.leaves} leaves, ${times.treeWithOne.length} alternating rounds`,
    },
  ];
}
