/** Accounts whose owners requested the removal of lost second factors. */
export interface LostFactors {
  /** @returns users for whom it is due; whether it is, `Protections` says */
  due(now: Date): Promise<readonly string[]>;
}

/** Removes every second factor of a user, once or more often. */
export type RemoveAllFactors = (userId: string) => Promise<void>;
