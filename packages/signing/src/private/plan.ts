import type { BoundParams, PublicInputs } from '#pool/hashes';

/** A private payment as it is going to be proved, before it is signed. What spends the notes signs each part. */
export interface PrivatePlan {
  /** Each has one proof; all are sent together. */
  readonly parts: readonly PlannedPart[];
  /** 31 bytes as 0x and hex, which make the binding of each payment another one; null for a part without binding. */
  readonly adaptRandom: string | null;
}

export interface PlannedPart {
  /** Contract, `0x…` in lower case. */
  readonly token: string;
  /** In the order of the commitments. */
  readonly outputs: readonly PlannedOutput[];
  readonly publicInputs: PublicInputs;
  readonly boundParams: BoundParams;
}

/** What one commitment is for. Values are base units. */
export type PlannedOutput = PlannedNote | PlannedUnshield;

export interface PlannedNote {
  readonly role: NoteRole;
  readonly value: bigint;
  /** 16 bytes as 0x and hex. */
  readonly random: string;
  /** 15 bytes as 0x and hex; zeros show the sender to the receiver. */
  readonly senderRandom: string;
  /** The broadcaster's private address; null for other roles, whose receivers follow from what was confirmed. */
  readonly feeRecipient: string | null;
}

export interface PlannedUnshield {
  readonly role: 'unshield';
  readonly value: bigint;
  /** `0x…` in lower case. */
  readonly recipient: string;
}

/** In the order of RAILGUN's own numbers for them. */
export const noteRoles = ['payment', 'fee', 'change'] as const;
export type NoteRole = (typeof noteRoles)[number];

/**
 * @returns a name for each note that the plan uses, in order. The pool of each network counts nullifiers tree by tree, and
 * notes at the same place of two trees have the same one
 */
export function notesOf({ parts }: PrivatePlan): readonly string[] {
  return parts.flatMap(({ publicInputs, boundParams: { chainId, treeNumber } }) =>
    publicInputs.nullifiers.map((each) => `${chainId} ${treeNumber} ${each.toString(16)}`),
  );
}
