/** Codes of authenticator apps (RFC 6238): SHA-1, 6 digits, 30 seconds. */
export interface AppCodes {
  /** @returns 160 random bits in base32 */
  newSecret(): string;
  /** @returns `otpauth://…` */
  uri(secret: string, account: string): string;
  /** @returns the step that a code belongs to, at most `window` from the present one; null when it is wrong */
  stepOf(
    secret: string,
    code: string,
    when: { readonly now: Date; readonly window: number },
  ): number | null;
}
