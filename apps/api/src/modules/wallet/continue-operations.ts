import { isSameAddress } from '#domain/address/parse-public-address';
import { isOpen, isPrivateTransaction, type OpenOperation } from '#domain/operation/operation';
import { sentenceByCode } from '#wire/errors';
import type { continueOperations, WaitingAccount } from '#wire/wallet/continue-operations';
import type { CallSession, Handler, Refusal } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { vaultSigner } from '../../operations/sign-plan.ts';
import type { SubmitPorts } from '../../operations/submission.ts';
import { createSubmitOperation, type SubmitOperation } from '../../operations/submit-operation.ts';
import type { ContractCalls } from '../../ports/contract-calls.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Operations } from '../../ports/operations.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import {
  createFindNonceGap,
  type FindNonceGapPorts,
  type NonceGap,
} from './payments/find-nonce-gap.ts';
import { prepareFill } from './payments/prepare-fill.ts';

export interface ContinueOperationsPorts extends SubmitPorts, FindNonceGapPorts {
  readonly operations: SubmitPorts['operations'] & Pick<Operations, 'listOpen'>;
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  /** By chain id. */
  readonly calls: ReadonlyMap<number, Pick<ContractCalls, 'presentFees'>>;
}

/**
 * Fills the nonce gap of the caller's account on each network, if there is one: their session makes a signature
 * possible. A gap is one transaction, permanently; the worker follows it to its end.
 */
export function createContinueOperations(
  ports: ContinueOperationsPorts,
): Handler<typeof continueOperations> {
  const submit = createSubmitOperation<never>(ports);
  const findGap = createFindNonceGap(ports);
  return async ({ session }) => {
    const waiting: WaitingAccount[] = [];
    for (const operations of await readOpen(ports, session)) {
      const account = await whenReachable(async () => {
        const gap = await findGap(operations);
        return gap && fillGap(ports, submit, { gap, session });
      });
      if (account !== null && 'refused' in account) return account;
      if (account !== null) waiting.push(account);
    }
    return { data: waiting };
  };
}

/** @returns the open operations of the user's own account, by network; wallets of claims have other keys */
async function readOpen(
  { operations }: ContinueOperationsPorts,
  { userId, publicAddress }: CallSession,
): Promise<readonly (readonly OpenOperation[])[]> {
  const observed = await operations.listOpen(userId);
  const open = observed
    .map(({ operation }) => operation)
    .filter(isOpen)
    .filter((operation) => !isPrivateTransaction(operation))
    .filter(({ account }) => isSameAddress(account, publicAddress));
  return [...Map.groupBy(open, ({ chainId }) => chainId).values()];
}

/** @returns how far it is; null when there turned out to be no gap. Rejects with `ChainUnavailable`. */
async function fillGap(
  ports: ContinueOperationsPorts,
  submit: SubmitOperation<never>,
  { gap, session }: { readonly gap: NonceGap; readonly session: CallSession },
): Promise<WaitingAccount | Refusal | null> {
  const { chainId } = gap.chain;
  const calls = ports.calls.get(chainId);
  if (calls === undefined) throw new Error(`There is no chain ${chainId}.`);
  // The key of no payment: users send none with a space.
  const name = `nonce-fill ${chainId} ${gap.nonce}`;
  const outcome = await submit(
    {
      userId: session.userId,
      idempotencyKey: name,
      fingerprint: name,
      withSigner: vaultSigner(ports, session),
      account: { chainId, account: gap.account, userId: session.userId },
      publishedBy: 'request',
    },
    async () => ({ ok: true, prepared: await prepareFill(calls, gap) }),
  );
  switch (outcome.kind) {
    case 'sent':
      return { chainId, problem: null };
    case 'exists':
      // A node that is behind still shows the gap of one that ended.
      return isOpen(outcome.operation) ? { chainId, problem: null } : null;
    case 'no-gap':
      return null;
    case 'reconciling':
      return { chainId, problem: null };
    case 'insufficient-funds':
    case 'fee-above-cap': {
      const { refused, sentence = sentenceByCode[refused] } = refuseSubmission(outcome);
      return { chainId, problem: sentence };
    }
    default:
      return refuseSubmission(outcome);
  }
}

/** What a network that does not respond has to say comes with a later request. */
async function whenReachable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ChainUnavailable) return null;
    throw cause;
  }
}
