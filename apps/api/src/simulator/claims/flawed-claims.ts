import { toBaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import type { SigningRequest } from '../../ports/operations.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { AlterOperations } from '../flawed-operations.ts';
import { senderOfWallet } from './claim-environment.ts';
import type { AlterClaimPorts, ClaimPorts } from './claim-ports.ts';

/** Ends a claim that was free when its state was read, before the lock, and notes that apart from storing the operation. */
export const endBesides: AlterOperations = (operations, { claimEnds }) => ({
  ...operations,
  async signNext({ endsClaim, ...request }, sign, leaseMs) {
    const outcome = await operations.signNext(request, sign, leaseMs);
    if (outcome.kind === 'signed' && endsClaim !== undefined) {
      // Statements of its own, at each of which the process may die.
      for (let left = 5; left > 0; left -= 1) {
        await operations.find(request.details.userId, request.details.id);
      }
      claimEnds.set(endsClaim, request.details.id);
    }
    return outcome;
  },
});

/** The same, where what an open operation holds of a wallet isn't counted either. */
export const endBesidesWithoutHolds: AlterOperations = (operations, repository) => ({
  ...operations,
  signNext: (request, sign, leaseMs) =>
    endBesides(operations, repository).signNext(withoutHolds(request), sign, leaseMs),
});

const HELD_AT_MOST = 2n;

function withoutHolds(request: SigningRequest): SigningRequest {
  if (senderOfWallet(request.details.account) === null) return request;
  const { tokenBalance, nativeBalance, ...state } = request.chainState;
  const twice = {
    tokenBalance: toBaseUnits(HELD_AT_MOST * tokenBalance),
    nativeBalance: toBaseUnits(HELD_AT_MOST * nativeBalance),
  };
  return { ...request, chainState: { ...state, ...twice } };
}

/** Signs every end of a claim with the first nonce, as if its wallet had never made a transaction. */
export const signWithFirstNonce: AlterOperations = (operations) => ({
  ...operations,
  signNext: (request, sign, leaseMs) =>
    operations.signNext(
      request,
      request.endsClaim === undefined ? sign : (_nonce, ...others) => sign(0, ...others),
      leaseMs,
    ),
});

/** Gives a wallet to a claim as if the database had every row that it ever had. */
export const trustRows: AlterClaimPorts = (ports, { claims }) =>
  withChain(ports, (chain) => {
    const isKnown = (owner: string) =>
      senderOfWallet(owner) === null ||
      [...claims.values()].some(({ terms }) => terms.address === owner);
    return {
      ...chain,
      async balances(owner, tokens) {
        const found = await chain.balances(owner, tokens);
        return isKnown(owner) ? found : { ...found, units: tokens.map(() => ZERO_UNITS) };
      },
    };
  });

/** Counts the transactions of a wallet by the newest block, as one node has it. */
export const trustNewestCounts: AlterClaimPorts = (ports) =>
  withChain(ports, (chain) => ({
    ...chain,
    transactionCount: (owner, at) =>
      chain.transactionCount(owner, senderOfWallet(owner) === null ? at : 'latest'),
  }));

function withChain(ports: ClaimPorts, alter: (chain: PublicChain) => PublicChain): ClaimPorts {
  const chains = [...ports.chains].map(([chainId, chain]) => [chainId, alter(chain)] as const);
  return { ...ports, chains: new Map(chains) };
}
