import type { RepricePrivateTransactionsPorts } from '../jobs/reprice-private-transactions.ts';
import type { PublicSigner } from '../ports/key-vault.ts';
import type { PublicChain } from '../ports/public-chain.ts';

/** Changes how the simulated worker re-prices what the broadcaster sent. */
export type AlterRepricing = (
  ports: RepricePrivateTransactionsPorts,
  chain: Pick<PublicChain, 'broadcast' | 'receipt'>,
) => RepricePrivateTransactionsPorts;

/** Never re-prices: a payment waits for fees to fall, and all others of the broadcaster behind it. */
export const repriceNothing: AlterRepricing = (ports) => ({
  ...ports,
  privateTransactions: { ...ports.privateTransactions, listSent: async () => [] },
});

const LOOKS = 10;

/** Sends what it signed, and stores it once it has looked for it in a block. */
export const sendBeforeStoring: AlterRepricing = (ports, chain) => ({
  ...ports,
  privateTransactions: {
    ...ports.privateTransactions,
    reprice: (operation, run, sign) =>
      ports.privateTransactions.reprice(operation, run, async (payment) => {
        const repricing = await sign(payment);
        if (repricing === null || repricing.rung === null) return repricing;
        const { raw, hash } = repricing.rung;
        await chain.broadcast(raw);
        for (let looks = 0; looks < LOOKS; looks += 1) {
          if ((await chain.receipt(hash)) !== null) return repricing;
        }
        return repricing;
      }),
  },
});

/** Signs the call once more under the next nonce, while the first one may still be mined. */
export const signWithNextNonce: AlterRepricing = (ports) => {
  const withNextNonce = (signer: PublicSigner): PublicSigner => ({
    ...signer,
    sign: (transaction) => signer.sign({ ...transaction, nonce: transaction.nonce + 1 }),
  });
  const broadcasters = [...ports.broadcasters].map(
    ([account, signer]) => [account, withNextNonce(signer)] as const,
  );
  return {
    ...ports,
    broadcasters: new Map(broadcasters),
    assemble: (transaction, ...signed) =>
      ports.assemble({ ...transaction, nonce: transaction.nonce + 1 }, ...signed),
  };
};

/** Signs with the newest key it has, whichever account sent the payment. */
export const signWithNewest: AlterRepricing = (ports) => {
  const newest = [...ports.broadcasters.values()].at(-1);
  const broadcasters = [...ports.broadcasters].map(
    ([account, signer]) => [account, newest ?? signer] as const,
  );
  return {
    ...ports,
    broadcasters: new Map(broadcasters),
    assemble: (transaction, signature, account) =>
      ports.assemble(transaction, signature, newest?.address ?? account),
  };
};

/** Pays whatever the network charges. */
export const ignoreLimit: AlterRepricing = (ports) => ({ ...ports, feeLimit: 10n ** 18n });
