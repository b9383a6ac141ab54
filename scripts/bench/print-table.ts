import { type BenchLine, isWithinBudget } from './bench-line.ts';

/** Prints every figure with its budget. */
export function printTable(lines: readonly BenchLine[]): void {
  const rows = lines.map((line) => [
    isWithinBudget(line) ? '✓' : '✗',
    line.name,
    `${rounded(line.figure)} ${line.unit}`.trim(),
    `${line.budgetIs === 'least' ? '≥' : '≤'} ${rounded(line.budget)} ${line.unit}`.trim(),
    line.comparedWith,
  ]);
  const table = [['', 'figure', 'measured', 'budget', 'compared with'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  for (const row of table) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
}

function rounded(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
