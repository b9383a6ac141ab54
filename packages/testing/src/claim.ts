import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { CLAIM_LASTS_MS, type PublicClaimTerms } from '#domain/claim/claim';
import { USDC } from './network.ts';
import { START } from './operation.ts';

/** @returns terms by which whoever reads lena@post.test can claim 50 USDC of Alice Moreau */
export function buildClaimTerms(more: Partial<PublicClaimTerms> = {}): PublicClaimTerms {
  return {
    number: 0,
    balance: 'public',
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as PublicAddress,
    chainId: USDC.chainId,
    tokenId: USDC.id,
    units: toBaseUnits(50_000_000n),
    setAside: toBaseUnits(18_900_000n),
    recipient: { channel: 'email', value: 'lena@post.test' },
    senderName: 'Alice Moreau',
    message: null,
    createdAt: START,
    expiresAt: new Date(START.getTime() + CLAIM_LASTS_MS),
    ...more,
  };
}
