/** Devices that a user has signed in with before, by the thumbprint of their key. */
export interface KnownDevices {
  /** @returns true when this server remembered the device after a complete sign-in of this user */
  isKnown(userId: string, device: string): Promise<boolean>;
  /** @returns true when it is known, and the user first signed in with it before this */
  isKnownSince(userId: string, device: string, before: Date): Promise<boolean>;
}
