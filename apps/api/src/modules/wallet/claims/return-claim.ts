import type { PrivateClaimTerms } from '#domain/claim/claim';
import type { Operation } from '#domain/operation/operation';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { refuseUnopened } from '../../../application/refuse-unopened.ts';
import { signPlan, type WithSigner } from '../../../operations/sign-plan.ts';
import type { OwnClaim } from '../../../ports/claims.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import { createEndClaim, type EndClaimPorts } from './end-claim.ts';
import type { EndPrivateClaim } from './end-private-claim.ts';

export interface ReturnClaimPorts extends EndClaimPorts {
  readonly vault: Pick<KeyVault, 'withClaimWallet' | 'claimPrivateAddress'>;
  readonly endPrivateClaim: EndPrivateClaim;
}

/** Moves the money of a user's own claim back to them. @returns the operation that does, or the refusal */
export type ReturnClaim = (
  claim: OwnClaim,
  call: { readonly session: CallSession; readonly idempotencyKey: string },
) => Promise<Operation | Refusal>;

/** @returns the function that returns claims; it opens only the wallet that the sealed number leads to */
export function createReturnClaim(ports: ReturnClaimPorts): ReturnClaim {
  const endClaim = createEndClaim(ports);
  return async (claim, { session, idempotencyKey }) => {
    const { terms } = claim;
    if (terms.balance === 'private') {
      return returnPrivate(ports, { claim, terms, session, idempotencyKey });
    }
    const { number, address } = terms;
    const opened = await ports.vault.withClaimWallet(session, number, async ({ signer }) =>
      signer.address === address ? address : null,
    );
    if (!opened.ok) return refuseUnopened(opened.reason);
    if (opened.value === null) return refuse('unknown-claim');
    const withSigner: WithSigner = (work) =>
      ports.vault.withClaimWallet(session, number, ({ signer }) =>
        work((plan) => signPlan(signer, plan)),
      );
    return endClaim({ claim, session, idempotencyKey, withSigner, isReturn: true });
  };
}

async function returnPrivate(
  { vault, endPrivateClaim }: ReturnClaimPorts,
  {
    claim,
    terms,
    session,
    idempotencyKey,
  }: {
    readonly claim: OwnClaim;
    readonly terms: PrivateClaimTerms;
    readonly session: CallSession;
    readonly idempotencyKey: string;
  },
): Promise<Operation | Refusal> {
  const { number } = terms;
  const address = await vault.withClaimWallet(session, number, ({ entropy }) =>
    vault.claimPrivateAddress(entropy),
  );
  if (!address.ok) return refuseUnopened(address.reason);
  if (address.value !== terms.address) return refuse('unknown-claim');
  return endPrivateClaim({
    ...{ claim: { ...claim, terms }, session, idempotencyKey, isReturn: true },
    withEntropy: (work) => vault.withClaimWallet(session, number, ({ entropy }) => work(entropy)),
  });
}
