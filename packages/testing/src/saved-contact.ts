import type { SavedContact } from '#wire/wallet/saved-contact';

/** A contact as the server returns it: Bob with a public address, unless overridden. */
export function buildContact(overrides: Partial<SavedContact> = {}): SavedContact {
  return {
    id: '00000000-0000-4000-8000-0000000c0b0b',
    name: 'Bob Tanaka',
    emailOrPhone: 'bob@kax.test',
    publicAddress: '0x1111111111111111111111111111111111111111',
    privateAddress: null,
    note: null,
    isOnKax: false,
    version: 1,
    publicAddressChange: null,
    privateAddressChange: null,
    createdAt: '2026-01-02T03:04:05.000Z',
    ...overrides,
  };
}
