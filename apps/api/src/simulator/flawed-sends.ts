import type { TransactionHash } from '#domain/address/address';
import type { SignedOperation } from '#domain/operation/operation';
import type { CallSession } from '../application/call.ts';
import { refuse } from '../application/call.ts';
import { operationView } from '../modules/wallet/payments/operation-view.ts';
import { parsePayment } from '../modules/wallet/payments/parse-payment.ts';
import { preparePayment } from '../modules/wallet/payments/prepare-payment.ts';
import type { SendTokensPorts } from '../modules/wallet/send-tokens.ts';
import type { PreparedOperation } from '../operations/submission.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { CreateSend } from './simulated-server.ts';

/** What a flawed send stores under each key; like a table of sent payments, it survives a crash. */
export type SentByKey = Map<string, TransactionHash>;

/** The common flaw: send first, save afterwards. After a crash in between, the next try pays again. */
export function sendThenSave(sentByKey: SentByKey): CreateSend {
  return flawedSend(sentByKey, 1);
}

/** The other one: when a node responds with an error, sign again with the next nonce. */
export function takeNextNonceOnError(sentByKey: SentByKey): CreateSend {
  return flawedSend(sentByKey, 4);
}

function flawedSend(sentByKey: SentByKey, tries: number): CreateSend {
  return (ports) =>
    async ({ body, session, idempotencyKey }) => {
      const parsed = parsePayment(body, session.publicAddress, ports);
      if (!parsed.ok) return parsed.refusal;
      const chain = ports.chains.get(parsed.payment.network.chainId);
      if (chain === undefined) throw new Error('There is no chain.');
      const preparation = await preparePayment(ports, parsed.payment);
      if (!preparation.ok) return preparation.refusal;
      const { prepared } = preparation;
      const saved = sentByKey.get(idempotencyKey);
      const hash = saved ?? (await signAndSend(ports, prepared, { chain, session, tries }));
      if (hash === null) return refuse('chain-unavailable');
      // Saving takes as long as a statement does.
      await ports.operations.findByKey(session.userId, idempotencyKey);
      sentByKey.set(idempotencyKey, hash);
      const data = { transactionHash: hash, hash };
      const operation = recordOf(prepared, hash, session.userId);
      const view = operationView({ operation, heads: null, progress: null }, ports.networks);
      return { transaction: { hash }, ...data, data, operation: view };
    };
}

async function signAndSend(
  ports: SendTokensPorts,
  { chainId, call, fees, chainState }: PreparedOperation,
  { chain, session, tries }: { chain: PublicChain; session: CallSession; tries: number },
): Promise<TransactionHash | null> {
  for (let tried = 0; tried < tries; tried += 1) {
    const nonce = chainState.transactionCount + tried;
    const { maxFeePerGas, maxPriorityFeePerGas } = fees;
    const transaction = { chainId, nonce, ...call, maxFeePerGas, maxPriorityFeePerGas };
    const signed = await ports.vault.withPublicSigner(session, async (signer) =>
      ports.assemble(transaction, await signer.sign(transaction), signer.address),
    );
    if (!signed.ok) return null;
    if (signed.value === null) throw new Error('The wallet signed something else.');
    const outcome = await chain.broadcast(signed.value.raw);
    if (outcome.kind === 'accepted' || tries === 1) return signed.value.hash;
  }
  return null;
}

function recordOf(
  { feeToken, chainState, ...prepared }: PreparedOperation,
  hash: TransactionHash,
  userId: string,
): SignedOperation {
  return {
    ...prepared,
    feeCeiling: prepared.estimatedFee,
    id: hash,
    userId,
    feeTokenId: feeToken.id,
    createdAt: chainState.readAt,
    status: 'signed',
    signing: {
      nonce: 0,
      ladder: [{ raw: '0x', hash }],
      approval: null,
      cancellation: null,
      signedAt: chainState.readAt,
    },
    sending: {
      rungsTried: 0,
      leastRungs: 0,
      cancelRequest: null,
      firstTriedAt: null,
      lastTriedAt: null,
      approvedIn: null,
    },
  };
}
