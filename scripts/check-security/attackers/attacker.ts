import type { AttackContext } from '../attack-context.ts';

/** A test that makes an attack. */
export interface NamedTest {
  /** From the root of the project. */
  readonly file: string;
  /** As it begins in the file: the name of a test, or of a `describe` whose tests all have to pass. */
  readonly title: string;
}

/** How a sentence is shown to be true. Every one that is given has to hold. */
export interface Evidence {
  /**
   * Makes the attack on a running product.
   * @returns what the attacker got, in a few words. Rejects when the sentence is not true.
   */
  readonly play?: (context: AttackContext) => Promise<string>;
  readonly tests?: readonly NamedTest[];
  /** Why no one tries it. Only without a play and tests. */
  readonly untried?: string;
}

/** One sentence of the table, which begins with a verb, as in “see addresses”. */
export type Claim = Evidence &
  (
    | { readonly can: string; readonly cannot?: never }
    | { readonly cannot: string; readonly can?: never }
  );

/** One row of the table “What each attacker gets” of docs/custody.md. */
export interface Attacker {
  /** What they have, as in “a copy of the database”. */
  readonly attacker: string;
  readonly claims: readonly Claim[];
}

/** @returns tests of one file, by the beginnings of their titles */
export function testsOf(file: string, ...titles: readonly string[]): readonly NamedTest[] {
  return titles.map((title) => ({ file, title }));
}

/** Says that a sentence of the table is not true. */
export class ClaimRefuted extends Error {}

/** Rejects a claim unless it is true. @param figure what the attacker got */
export function requireTrue(isTrue: boolean, figure: string): string {
  if (!isTrue) throw new ClaimRefuted(figure);
  return figure;
}
