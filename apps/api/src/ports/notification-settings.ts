/** Which emails users want. Security emails are not optional. */
export interface NotificationSettings {
  /** @returns true unless the user turned them off, and the row that says so has its seal */
  wantsPaymentMails(userId: string): Promise<boolean>;
  setPaymentMails(userId: string, isWanted: boolean, now: Date): Promise<void>;
}
