/** An account that is used and lacks something. */
export interface ReminderReader {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly lacks: 'second-factor' | 'recovery-codes';
}

/** Who is reminded of what their account lacks, by email. */
export interface SecurityReminders {
  /**
   * Adds an email to the outbox for each account that has used Kax, is older than a time, and was neither reminded nor
   * dismissed that since another one; at most one each, whatever the number of processes.
   * @returns how many
   */
  remind(
    since: { readonly registeredBefore: Date; readonly remindedBefore: Date; readonly now: Date },
    contentOf: (reader: ReminderReader) => Readonly<Record<string, string>>,
  ): Promise<number>;
}
