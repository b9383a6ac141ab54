import { styleText } from 'node:util';
import type { CheckLine } from './check-security/check-line.ts';
import { checkCustody } from './check-security/custody.ts';
import { checkEnumeration } from './check-security/enumeration.ts';

/** Security checks that take too long to run on every change. Runs all, or those named. */
const checks: Readonly<Record<string, () => Promise<readonly CheckLine[]>>> = {
  custody: checkCustody,
  enumeration: async () => [await checkEnumeration()],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in checks));
if (unknown.length > 0) {
  throw new Error(
    `There is no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`,
  );
}
let bad = 0;
for (const [name, check] of Object.entries(checks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const { id, name: what, figure, isGood } of await check()) {
    if (!isGood) bad += 1;
    const mark = isGood ? styleText('green', '✓') : styleText('red', '✗');
    console.log(`${mark} ${id}  ${what}: ${figure}`);
  }
}
process.exitCode = bad === 0 ? 0 : 1;
