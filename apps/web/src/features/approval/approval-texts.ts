import { t } from '#language/t';
import type { ApprovalReason } from '#wire/security/approval';

interface ReasonTexts {
  readonly title: string;
  /** Why it has to be approved, or what it does. */
  readonly sentence: string;
}

export const TEXTS_BY_REASON: Readonly<Record<ApprovalReason, ReasonTexts>> = {
  'above-limit': {
    title: t('Approve a large payment'),
    sentence: t('This payment takes you over your daily limit.'),
  },
  'new-recipient': {
    title: t('Approve a new recipient'),
    sentence: t('You’ve never paid this address. Check it with the person you’re paying.'),
  },
  'new-device': {
    title: t('Approve on this new device'),
    sentence: t('You signed in on this device recently. A passkey confirms that it’s you.'),
  },
  'reset-hold': {
    title: t('End the hold'),
    sentence: t('You reset your password recently. A passkey from before the reset ends the hold.'),
  },
  'export-keys': {
    title: t('Approve the export'),
    sentence: t('Make sure no one can see your screen, and stop screen sharing.'),
  },
  'enrol-keys': {
    title: t('Approve who has your keys'),
    sentence: t('Only you will have the keys, and Kax can’t give them back.'),
  },
  'delete-wallet': {
    title: t('Approve the deletion'),
    sentence: t('We’ll delete your wallet and your account permanently.'),
  },
  'add-factor': {
    title: t('Approve a new passkey or app'),
    sentence: t('It will be able to approve payments, so confirm that it’s you who adds it.'),
  },
  'remove-factor': {
    title: t('Approve the removal'),
    sentence: t('It will no longer approve payments or sign you in.'),
  },
  'new-recovery-codes': {
    title: t('Approve new recovery codes'),
    sentence: t('Your earlier recovery codes will no longer work.'),
  },
  'raise-limit': {
    title: t('Approve a higher limit'),
    sentence: t('More money will be able to leave each day without an approval.'),
  },
  'notifications-off': {
    title: t('Turn off payment emails?'),
    sentence: t(
      'We’ll no longer email you about these payments. Thieves often do this first. Emails about sign-ins and security stay on.',
    ),
  },
  'change-email': {
    title: t('Approve the new email'),
    sentence: t('Whoever reads your email receives your codes, so confirm that it’s you.'),
  },
  'change-phone': {
    title: t('Approve the new phone number'),
    sentence: t('Whoever has your phone receives your codes, so confirm that it’s you.'),
  },
  unfreeze: {
    title: t('Unfreeze your account'),
    sentence: t('Payments can leave again right after this.'),
  },
};
