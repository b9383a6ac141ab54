/** What people want to be told of by mail. Security mails are not asked about. */
export interface NotificationSettings {
  /** @returns true unless the user said otherwise */
  wantsPaymentMails(userId: string): Promise<boolean>;
  setPaymentMails(userId: string, isWanted: boolean): Promise<void>;
}
