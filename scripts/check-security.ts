import { styleText } from 'node:util';
import { checkAttacks, writeCustodyTable } from './check-security/attacks.ts';
import type { CheckLine } from './check-security/check-line.ts';
import { checkContactIds } from './check-security/contact-ids.ts';
import { checkCustody } from './check-security/custody.ts';
import { checkEnumeration } from './check-security/enumeration.ts';
import { checkFindRecipient } from './check-security/find-recipient.ts';

/**
 * Security checks that take too long to run on every change. Runs all, or those named. `--write` only renews the
 * table of docs/custody.md.
 */
const checks: Readonly<Record<string, () => Promise<readonly CheckLine[]>>> = {
  attacks: checkAttacks,
  custody: checkCustody,
  enumeration: async () => [await checkEnumeration()],
  'find-recipient': async () => [await checkFindRecipient()],
  'contact-ids': async () => [await checkContactIds()],
};

const isWriting = process.argv.includes('--write');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--write');
const unknown = wanted.filter((name) => !(name in checks));
if (unknown.length > 0) {
  throw new Error(
    `There is no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`,
  );
}
if (isWriting) await writeCustodyTable();
let bad = 0;
for (const [name, check] of Object.entries(checks)) {
  if (isWriting || (wanted.length > 0 && !wanted.includes(name))) continue;
  for (const { id, name: what, figure, isGood } of await check()) {
    if (!isGood) bad += 1;
    const mark = isGood ? styleText('green', '✓') : styleText('red', '✗');
    console.log(`${mark} ${id}  ${what}: ${figure}`);
  }
}
process.exitCode = bad === 0 ? 0 : 1;
