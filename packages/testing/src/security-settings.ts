import type { SecuritySettings } from '#wire/security/security-settings';

/** The security settings of an account with one passkey and nothing on hold. */
export function buildSecuritySettings(values: Partial<SecuritySettings> = {}): SecuritySettings {
  return {
    email: 'alice@kax.test',
    phone: '+14155550101',
    passkeys: [
      {
        id: 'Y3JlZGVudGlhbC0x',
        name: 'Alice’s laptop',
        createdAt: '2026-01-02T03:04:05.000Z',
        lastUsedAt: null,
        canSignIn: true,
        isSynced: true,
      },
    ],
    app: null,
    recoveryCodesLeft: 10,
    dailyLimit: { cents: '50000', raise: null },
    resetHold: null,
    newDevice: null,
    frozenAt: null,
    factorsTrustedBefore: null,
    factorsRemovedAt: null,
    contactChange: null,
    reminder: null,
    ...values,
  };
}
