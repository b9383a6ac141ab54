import type { PlannedOutput, PlannedPart } from '#signing/private/plan';
import { writePrivatePlan } from '#signing/private/plan-json';

const WORD = 11n;
const UNBOUND = {
  adaptContract: `0x${'0'.repeat(40)}`,
  adaptParams: `0x${'0'.repeat(64)}`,
};

/** One part of a plan, as a test describes it. */
export interface PartToBuild {
  readonly token: string;
  readonly outputs: readonly PlannedOutput[];
  readonly minGasPrice?: bigint;
}

/** @returns a note of a plan; its random numbers say nothing */
export function buildNote(role: 'payment' | 'fee' | 'change', value: bigint): PlannedOutput {
  return {
    ...{ role, value, random: `0x${'1a'.repeat(16)}`, senderRandom: `0x${'1b'.repeat(15)}` },
    feeRecipient: role === 'fee' ? `0zk1${'f'.repeat(123)}` : null,
  };
}

/** @returns a plan on Polygon, as the server sends it */
export function buildPlanOnWire(parts: readonly PartToBuild[]) {
  return JSON.parse(
    JSON.stringify(writePrivatePlan({ parts: parts.map(build), adaptRandom: null })),
  );
}

function build({ token, outputs, minGasPrice = 0n }: PartToBuild): PlannedPart {
  const commitments = outputs.map(() => WORD);
  return {
    ...{ token, outputs },
    publicInputs: { merkleRoot: WORD, boundParamsHash: WORD, nullifiers: [WORD], commitments },
    boundParams: {
      ...{ treeNumber: 0, minGasPrice, unshield: 0, chainId: 137, ...UNBOUND },
      commitmentCiphertext: [],
    },
  };
}
