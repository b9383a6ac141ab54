import type { BaseUnits } from '#domain/amount/base-units';

/** Why a balance can't pay. */
export type FundsProblem =
  /** What is missing, in the requested coin, fees included. */
  | { readonly kind: 'short'; readonly by: BaseUnits }
  /** The native coin for the network fee is missing. */
  | { readonly kind: 'fee'; readonly sentence: string };

/** What one balance of the payer could pay. */
export type Funds =
  | { readonly at: 'checking' }
  | { readonly at: 'unavailable' }
  | {
      readonly at: 'known';
      readonly balance: BaseUnits;
      /** Null when it is enough. */
      readonly problem: FundsProblem | null;
    };

/** @returns whether a balance can pay now */
export function isEnough(funds: Funds | null): boolean {
  return funds?.at === 'known' && funds.problem === null;
}
