import type { SecuritySettings } from '#wire/security/security-settings';
import type { Factors } from './second-factors.ts';

/** Everything of the security settings but the factors. */
export type ProtectionSettings = Omit<SecuritySettings, 'passkeys' | 'app' | 'recoveryCodesLeft'>;

/** Reads what limits, holds and changes an account has at the moment. */
export interface ProtectionView {
  /** @returns null when there is no such user */
  read(
    session: { readonly userId: string; readonly sessionId: string },
    factors: Factors,
  ): Promise<ProtectionSettings | null>;
}
