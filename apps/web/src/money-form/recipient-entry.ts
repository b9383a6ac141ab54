import type { PublicAddress } from '#domain/address/address';
import { checkRecipient } from '#domain/address/parse-public-address';
import { translated } from '#language/t';
import { recipientSentenceByCode } from '#wire/recipient-sentences';
import type { Coin } from '#wire/wallet/coin';

export type ReadRecipient =
  | { readonly at: 'empty' }
  | { readonly at: 'wrong'; readonly problem: string }
  /** A well-formed public address that can be paid. The server still checks its checksum (capitalization). */
  | { readonly at: 'shaped'; readonly address: string };

/** Checks what can be known about an address without the server. */
export function readRecipient(text: string, coin: Coin, coins: readonly Coin[]): ReadRecipient {
  if (text === '') return { at: 'empty' };
  const checked = checkRecipient(
    text.replace(/^0x.*/i, (address) => address.toLowerCase()),
    {
      sender: coin.walletAddress as `0x${string}`,
      tokenAddresses: tokenAddressesOn(coin.chainId, coins),
      // The client has no keccak-256, so the server checks the checksum. Here, everything is compared in lower case.
      toChecksum: (lowerCase) => lowerCase as PublicAddress,
    },
  );
  if (checked.ok) return { at: 'shaped', address: text };
  return {
    at: 'wrong',
    problem: translated(recipientSentenceByCode[`recipient-${checked.problem}`]),
  };
}

function tokenAddressesOn(chainId: number, coins: readonly Coin[]): readonly `0x${string}`[] {
  return coins.flatMap((coin) =>
    coin.chainId === chainId && coin.address !== null ? [coin.address as `0x${string}`] : [],
  );
}
