/** Which emails users want. Security emails are not optional. */
export interface NotificationSettings {
  /** @returns true unless the user turned them off */
  wantsPaymentMails(userId: string): Promise<boolean>;
  setPaymentMails(userId: string, isWanted: boolean): Promise<void>;
}
