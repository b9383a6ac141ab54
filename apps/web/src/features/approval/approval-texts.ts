import type { ApprovalReason } from '#wire/security/approval';

interface ReasonTexts {
  readonly title: string;
  /** Why it has to be approved, or what it does. */
  readonly sentence: string;
}

export const TEXTS_BY_REASON: Readonly<Record<ApprovalReason, ReasonTexts>> = {
  'above-limit': {
    title: 'Approve a large payment',
    sentence: 'This payment takes you over your daily limit.',
  },
  'new-recipient': {
    title: 'Approve a new recipient',
    sentence: 'You’ve never paid this address. Check it with the person you’re paying.',
  },
  'new-device': {
    title: 'Approve on this new device',
    sentence: 'You signed in on this device recently. A passkey confirms that it’s you.',
  },
  'reset-hold': {
    title: 'End the hold',
    sentence: 'You reset your password recently. A passkey from before the reset ends the hold.',
  },
  'export-keys': {
    title: 'Approve the export',
    sentence: 'Make sure no one can see your screen, and stop screen sharing.',
  },
  'delete-wallet': {
    title: 'Approve the deletion',
    sentence: 'We’ll delete your wallet and your account permanently.',
  },
  'add-factor': {
    title: 'Approve a new passkey or app',
    sentence: 'It will be able to approve payments, so confirm that it’s you who adds it.',
  },
  'remove-factor': {
    title: 'Approve the removal',
    sentence: 'It will no longer approve payments or sign you in.',
  },
  'new-recovery-codes': {
    title: 'Approve new recovery codes',
    sentence: 'Your earlier recovery codes will no longer work.',
  },
  'raise-limit': {
    title: 'Approve a higher limit',
    sentence: 'More money will be able to leave each day without an approval.',
  },
  'notifications-off': {
    title: 'Turn off payment emails?',
    sentence:
      'We’ll no longer email you about these payments. Thieves often do this first. Emails about sign-ins and security stay on.',
  },
  'change-email': {
    title: 'Approve the new email',
    sentence: 'Whoever reads your email receives your codes, so confirm that it’s you.',
  },
  'change-phone': {
    title: 'Approve the new phone number',
    sentence: 'Whoever has your phone receives your codes, so confirm that it’s you.',
  },
  unfreeze: {
    title: 'Unfreeze your account',
    sentence: 'Payments can leave again right after this.',
  },
};
