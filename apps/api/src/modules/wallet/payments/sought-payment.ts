import type { Submission } from '../../../operations/submission.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { Payment } from './parse-payment.ts';

/** The call of a payment says all of it. @returns whose transaction it is, and how it is recognized */
export function soughtPayment(
  { chains }: { readonly chains: ReadonlyMap<number, Pick<PublicChain, 'transferCall'>> },
  payment: Omit<Payment, 'fingerprint'>,
  userId: string,
): Pick<Submission, 'account' | 'sought'> {
  const { network, token, feeToken, sender: account, recipient, amount } = payment;
  const { chainId } = network;
  return {
    account: { chainId, account, userId },
    async sought() {
      const call = chains.get(chainId)?.transferCall({ token, to: recipient, amount });
      if (call === undefined) throw new Error(`There is no chain ${chainId}.`);
      return {
        details: {
          ...{ kind: 'send', chainId, account, recipient, pool: null, amount },
          ...{ tokenId: token.id, feeTokenId: feeToken.id },
        },
        pattern: { to: call.to, value: call.value, dataLike: call.data },
      };
    },
  };
}
