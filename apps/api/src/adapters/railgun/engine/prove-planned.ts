import {
  type Proof,
  type RailgunTransactionRequestV2,
  type TransactionStructV2,
  TXIDVersion,
  UnshieldNoteERC20,
} from '@railgun-community/engine';
import { calculateGasLimit } from '@railgun-community/shared-models';
import { getProver } from '@railgun-community/wallet';
import type { SpendingSignature } from '#pool/spending-key';
import type { PlannedPart } from '#signing/private/plan';
import { readPlanSignatures } from '#signing/private/sign-plan';
import type { ProofOrder, SignedPrivatePlan } from '../../../ports/shielded-pool.ts';
import { loadEnginePart } from '../engine-parts.ts';
import { proveOn } from '../prover/proof-terms.ts';
import { callPartsOf } from './call-parts.ts';
import type { RunningEngine } from './start-engine.ts';
import { type PrivateInputs, readStoredPlan, type StoredPlan } from './stored-plan.ts';

/** A transaction that anyone may sign and send, once. */
export interface ProvedTransaction {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  /** What it would use, plus a reserve. */
  readonly gasLimit: bigint;
  /** Nullifiers of the notes that it spends, on the chain for everyone to see once it is mined. */
  readonly nullifiers: readonly string[];
  readonly broadcasterFee: bigint | null;
  readonly provedInMs: number;
}

interface TransactionPart {
  readonly Transaction: {
    createTransactionStructV2(
      version: TXIDVersion.V2_PoseidonMerkle,
      proof: Proof,
      publicInputs: RailgunTransactionRequestV2['publicInputs'],
      boundParams: RailgunTransactionRequestV2['boundParams'],
      unshield: UnshieldNoteERC20['preImage'],
    ): TransactionStructV2;
  };
}

type Prover = Pick<RunningEngine, 'networkName'>;

/**
 * Makes the proofs of a plan that was signed, and the transaction with them; the wallet need not be open. Rejects when
 * the order's signal says so, and when a signature isn't of its part and of the wallet's spending key.
 */
export function provePlanned(
  engine: Prover,
  signed: SignedPrivatePlan,
  order: ProofOrder = { urgency: 'interactive' },
): Promise<ProvedTransaction> {
  return proveOn(order, () => proveSigned(engine, signed, order));
}

async function proveSigned(
  { networkName }: Prover,
  { stored, signatures: texts }: SignedPrivatePlan,
  { onProgress = () => {} }: ProofOrder,
): Promise<ProvedTransaction> {
  const plan = readStoredPlan(stored);
  const signatures = readSignatures(plan, texts);
  const begin = performance.now();
  const parts: TransactionStructV2[] = [];
  for (const [place, part] of plan.toSign.parts.entries()) {
    const [privateInputs, signature] = [plan.privateInputs[place], signatures[place]];
    if (!privateInputs || !signature) throw new Error('A part of the plan is incomplete.');
    parts.push(await provePart({ part, privateInputs, signature }, onProgress));
  }
  const call = await callOf(networkName, plan, parts);
  return {
    ...call,
    gasLimit: calculateGasLimit(plan.gas),
    nullifiers: parts.flatMap(({ nullifiers }) => nullifiers.map(String)),
    broadcasterFee: plan.broadcasterFee,
    provedInMs: performance.now() - begin,
  };
}

function readSignatures(plan: StoredPlan, texts: readonly string[]): readonly SpendingSignature[] {
  const [first] = plan.privateInputs;
  const signatures = first && readPlanSignatures(plan.toSign, texts, first.publicKey);
  if (!signatures) throw new Error('The signatures of a private payment are not of its plan.');
  return signatures;
}

interface SignedPart {
  readonly part: PlannedPart;
  readonly privateInputs: PrivateInputs;
  readonly signature: SpendingSignature;
}

async function provePart(
  { part, privateInputs, signature }: SignedPart,
  onProgress: (share: number) => void,
): Promise<TransactionStructV2> {
  const version = TXIDVersion.V2_PoseidonMerkle;
  const { commitments, ...shared } = part.publicInputs;
  const publicInputs = {
    ...{ ...shared, nullifiers: [...shared.nullifiers] },
    commitmentsOut: [...commitments],
  };
  const boundParams = boundParamsOf(part);
  const { proof } = await getProver().proveRailgun(
    version,
    {
      ...{ txidVersion: version, privateInputs, publicInputs, boundParams },
      signature: [...signature.r8, signature.s],
    },
    (percent) => onProgress(percent / 100),
  );
  const { Transaction } = loadEnginePart<TransactionPart>('transaction/transaction.js');
  return Transaction.createTransactionStructV2(
    ...([version, proof, publicInputs, boundParams, unshieldOf(part).preImage] as const),
  );
}

function boundParamsOf({ boundParams }: PlannedPart): RailgunTransactionRequestV2['boundParams'] {
  const { chainId, commitmentCiphertext, ...params } = boundParams;
  return {
    ...{ ...params, chainID: BigInt(chainId) },
    commitmentCiphertext: commitmentCiphertext.map(({ ciphertext, ...note }) => {
      const [head = '', ...data] = ciphertext;
      return { ...note, ciphertext: [head, data[0] ?? '', data[1] ?? '', data[2] ?? ''] };
    }),
  };
}

function unshieldOf({ outputs, token }: PlannedPart): UnshieldNoteERC20 {
  const left = outputs.find((output) => output.role === 'unshield');
  return left
    ? new UnshieldNoteERC20(left.recipient, left.value, token)
    : UnshieldNoteERC20.empty();
}

async function callOf(
  networkName: RunningEngine['networkName'],
  { toSign, kind, recipient, broadcasterFee }: StoredPlan,
  parts: TransactionStructV2[],
) {
  const random = toSign.adaptRandom?.slice(2) ?? '';
  const of = { random, isUnpaid: broadcasterFee === null, isEstimate: false };
  const { to, data, value = 0n } = await callPartsOf(networkName, { kind, recipient })(parts, of);
  if (!to || !data) throw new Error('The engine made a transaction without a target.');
  return { to, data, value };
}
