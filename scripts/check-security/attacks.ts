import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../verification/run-program.ts';
import { createAttackContext } from './attack-context.ts';
import { attackers } from './attackers.ts';
import type { CheckLine } from './check-line.ts';
import { withTable } from './custody-table.ts';
import { runNamedTests } from './named-tests.ts';
import { playClaim } from './play-claim.ts';

/**
 * Plays every attacker of docs/custody.md against a running copy of the product.
 * @returns a line for each sentence of the table: whether it is true, and what the attacker got
 */
export async function checkAttacks(): Promise<readonly CheckLine[]> {
  const tests = attackers.flatMap(({ claims }) => claims.flatMap((claim) => claim.tests ?? []));
  const results = await runNamedTests(tests);
  const context = await createAttackContext();
  try {
    const lines: CheckLine[] = [];
    for (const { attacker, claims } of attackers) {
      for (const claim of claims) {
        const verb = claim.can === undefined ? 'cannot' : 'can';
        const name = `${attacker}: ${verb} ${claim.can ?? claim.cannot}`;
        lines.push({ id: 'custody', name, ...(await playClaim(claim, { context, results })) });
      }
    }
    return lines;
  } finally {
    await context.close();
  }
}

/** Renews the table in docs/custody.md. */
export async function writeCustodyTable(): Promise<void> {
  const file = join(repository, 'docs/custody.md');
  await writeFile(file, withTable(await readFile(file, 'utf8'), attackers));
}
