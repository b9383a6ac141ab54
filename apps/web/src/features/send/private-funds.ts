import type { BaseUnits } from '#domain/amount/base-units';

/** What the private balance of a coin could pay. */
export type PrivateFunds =
  | { readonly at: 'checking' }
  | { readonly at: 'unavailable' }
  | {
      readonly at: 'known';
      readonly balance: BaseUnits;
      /** The most that can be sent: the balance minus the fee. */
      readonly most: BaseUnits;
    };

/** Reads what the private balance could pay. @param tokenId null reads nothing */
export type UsePrivateFunds = (tokenId: string | null) => PrivateFunds;
