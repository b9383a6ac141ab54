/** Whether a user has a passkey or an authenticator app. */
export interface FactorPresence {
  hasSecondFactor(userId: string): Promise<boolean>;
}
