/** Whose approval it is. */
export interface ApprovalOwner {
  /** A UUID. */
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
}

export interface OpenApproval {
  /** 32 bytes over everything that is approved. */
  readonly challenge: Uint8Array;
  readonly expiresAt: Date;
}

/** What was requested to be approved, until it is. */
export interface Approvals {
  /** Stores one; the user's oldest beyond `mostPerUser` are deleted. */
  open(owner: ApprovalOwner, approval: OpenApproval, mostPerUser: number): Promise<void>;
  find(owner: ApprovalOwner): Promise<OpenApproval | null>;
  /** Counts an attempt. @returns false when there were so many before, or it has expired */
  countTry(id: string, most: number, now: Date): Promise<boolean>;
  /** Deletes one that was approved. @returns true for exactly one caller; false for all when it has expired */
  close(id: string, now: Date): Promise<boolean>;
  /** Deletes what has expired. */
  sweep(now: Date): Promise<void>;
}
