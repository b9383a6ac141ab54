import { createHash } from 'node:crypto';
import { toBaseUnits } from '#domain/amount/base-units';
import type { PublicInputs } from '#pool/hashes';
import type { PlannedOutput, PlannedPart } from '#signing/private/plan';
import type {
  PoolTransaction,
  PrivateTransactionPlan,
  ShieldedOutcome,
  SignedPrivatePlan,
} from '../../ports/shielded-pool.ts';
import { chooseNotes, estimateOf } from '../choose-notes.ts';
import type { PrivateEnvironment } from '../private-environment.ts';
import type { SimulatedBlock } from '../simulated-chain.ts';
import { CHAIN_ID } from '../simulated-node.ts';
import { ownerOfNote } from '../simulated-notes.ts';
import type { SimulatedPrivateTransaction, SimulatedProof } from '../simulated-pool-calls.ts';
import { readSimulatedSignatures, spendingKeyOf } from './signatures.ts';

/** What the pool's software keeps of a plan. */
interface StoredPlan {
  /** The user whose notes it spends. */
  readonly walletId: string;
  readonly call: SimulatedPrivateTransaction;
  readonly broadcasterFee: string | null;
}

/** @returns a transaction with the notes that the wallet would choose as of a block; null for none */
export function planSimulated(
  environment: PrivateEnvironment,
  transaction: PoolTransaction,
  known: SimulatedBlock | null,
): ShieldedOutcome<PrivateTransactionPlan> {
  const estimate = estimateOf(environment, transaction, known);
  const call = chooseNotes(environment, transaction, known);
  if (!estimate.ok) return estimate;
  if (call === null) throw new Error('An estimated transaction has no notes.');
  const { walletId } = transaction.spender;
  const broadcasterFee = estimate.response.broadcasterFee?.toString() ?? null;
  const stored: StoredPlan = { walletId, call, broadcasterFee };
  const toSign = { parts: call.map(partOf), adaptRandom: null };
  return { ok: true, response: { ...estimate.response, toSign, stored: JSON.stringify(stored) } };
}

/** @returns what was signed. Throws for signatures that are not of the plan and of the key that its notes need */
export function openSigned({ stored, signatures }: SignedPrivatePlan) {
  const { plan, publicKey, ...opened } = openStored(stored);
  if (readSimulatedSignatures(plan, signatures, publicKey) === null) {
    throw new Error('The signatures of a private payment are not of its plan.');
  }
  return opened;
}

/** @returns what was planned, and the key that its notes need */
export function openStored(stored: string) {
  const { walletId, call, broadcasterFee }: StoredPlan = JSON.parse(stored);
  return {
    plan: { parts: call.map(partOf), adaptRandom: null },
    ...{ publicKey: spendingKeyOf(walletId), call },
    broadcasterFee: broadcasterFee === null ? null : toBaseUnits(BigInt(broadcasterFee)),
  };
}

/** @returns what a proof shows of itself; that of another proof differs */
export function publicInputsOf({ spent, made, paid, boundTo }: SimulatedProof): PublicInputs {
  return {
    merkleRoot: 0n,
    boundParamsHash: digestOf({ paid, boundTo }),
    nullifiers: spent.map(digestOf),
    commitments: made.map(digestOf),
  };
}

function partOf(proof: SimulatedProof): PlannedPart {
  const { made, paid, spent } = proof;
  const [first = ''] = spent;
  const left: readonly PlannedOutput[] =
    paid === null
      ? []
      : [{ role: 'unshield', value: BigInt(paid.amount), recipient: paid.to.toLowerCase() }];
  return {
    token: zeros(20),
    outputs: [...made.map((note) => noteOf(note, ownerOfNote(first))), ...left],
    publicInputs: publicInputsOf(proof),
    boundParams: {
      ...{ treeNumber: 0, minGasPrice: 0n, unshield: paid === null ? 0 : 1, chainId: CHAIN_ID },
      ...{ adaptContract: zeros(20), adaptParams: zeros(32), commitmentCiphertext: [] },
    },
  };
}

function noteOf({ name, amount }: SimulatedProof['made'][number], owner: string): PlannedOutput {
  const role = ownerOfNote(name) === owner ? 'change' : 'payment';
  const hidden = { random: zeros(16), senderRandom: zeros(15), feeRecipient: null };
  return { role, value: BigInt(amount), ...hidden };
}

function zeros(bytes: number): string {
  return `0x${'0'.repeat(bytes * 2)}`;
}

/** The digits of a hash that fit into a field element. */
const DIGITS = 60;

function digestOf(value: unknown): bigint {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  return BigInt(`0x${digest.slice(0, DIGITS)}`);
}
