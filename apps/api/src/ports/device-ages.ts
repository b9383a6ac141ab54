/** How long devices are known. */
export interface DeviceAges {
  /**
   * @returns when the device of a session first signed in, or without a device key when the session began; null for
   * a device that is not new: the account's first one, and those from before this was recorded
   */
  newSince(session: { readonly userId: string; readonly sessionId: string }): Promise<Date | null>;
}
