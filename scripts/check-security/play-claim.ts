import type { AttackContext } from './attack-context.ts';
import type { Claim } from './attackers/attacker.ts';
import type { CheckLine } from './check-line.ts';
import type { TestResults } from './named-tests.ts';

/** Where claims are played. */
export interface Stage {
  readonly context: AttackContext;
  readonly results: TestResults;
}

/** @returns whether a sentence of the table is true, and what the attacker got */
export async function playClaim(
  { play, tests = [], untried }: Claim,
  { context, results }: Stage,
): Promise<Pick<CheckLine, 'figure' | 'isGood'>> {
  try {
    const figures: string[] = [];
    if (play !== undefined) figures.push(await play(context));
    if (tests.length > 0) figures.push(`${results.require(tests)} tests`);
    if (untried !== undefined) figures.push(`not tried: ${untried}`);
    return { figure: figures.join('; '), isGood: figures.length > 0 };
  } catch (cause) {
    return { figure: cause instanceof Error ? cause.message : String(cause), isGood: false };
  }
}
