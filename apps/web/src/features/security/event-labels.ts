import {
  Ban,
  Fingerprint,
  Gauge,
  KeyRound,
  LifeBuoy,
  LogIn,
  type LucideIcon,
  Mail,
  RefreshCw,
  Smartphone,
  Snowflake,
  TimerOff,
  UserPen,
} from 'lucide-react';
import { t } from '#language/t';
import type { SECURITY_EVENTS } from '#wire/security/security-events';

export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

interface EventLabel {
  readonly text: string;
  readonly Icon: LucideIcon;
  /** Worth a look: someone else may have caused it. */
  readonly isWarning?: true;
}

/** What each event is called, and how it looks. */
export const labelByEvent: Readonly<Record<SecurityEventName, EventLabel>> = {
  login: { text: t('Signed in'), Icon: LogIn },
  'passkey-login': { text: t('Signed in with a passkey'), Icon: LogIn },
  'login-refused': { text: t('Wrong password'), Icon: Ban, isWarning: true },
  'password-changed': { text: t('Password changed'), Icon: KeyRound },
  'password-reset': { text: t('Password reset'), Icon: KeyRound, isWarning: true },
  'refresh-reused': { text: t('Copied session signed out'), Icon: Ban, isWarning: true },
  'device-refused': { text: t('Session used on another device'), Icon: Ban, isWarning: true },
  'keys-exported': { text: t('Keys exported'), Icon: KeyRound, isWarning: true },
  'custody-changed': { text: t('Keys kept by you alone'), Icon: KeyRound, isWarning: true },
  'owner-wrap-added': { text: t('Way to use your keys added'), Icon: KeyRound },
  'owner-wrap-removed': { text: t('Way to use your keys removed'), Icon: KeyRound },
  'passkey-added': { text: t('Passkey added'), Icon: Fingerprint },
  'passkey-removed': { text: t('Passkey removed'), Icon: Fingerprint },
  'app-added': { text: t('Authenticator app added'), Icon: Smartphone },
  'app-removed': { text: t('Authenticator app removed'), Icon: Smartphone },
  'recovery-codes-replaced': { text: t('Recovery codes replaced'), Icon: RefreshCw },
  'recovery-code-used': { text: t('Recovery code used'), Icon: LifeBuoy, isWarning: true },
  'factors-removal-requested': {
    text: t('Removal of passkeys and app requested'),
    Icon: LifeBuoy,
    isWarning: true,
  },
  'factors-removal-cancelled': { text: t('Removal of passkeys and app cancelled'), Icon: LifeBuoy },
  'factors-removed': { text: t('Passkeys and app removed'), Icon: LifeBuoy, isWarning: true },
  'approval-refused': { text: t('Approval refused'), Icon: Ban, isWarning: true },
  'limit-changed': { text: t('Daily limit changed'), Icon: Gauge },
  'hold-lifted': { text: t('Hold ended with a passkey'), Icon: TimerOff },
  frozen: { text: t('Account frozen'), Icon: Snowflake },
  unfrozen: { text: t('Account unfrozen'), Icon: Snowflake },
  'contact-change-requested': { text: t('Change of email or phone requested'), Icon: Mail },
  'contact-change-cancelled': { text: t('Change of email or phone cancelled'), Icon: Mail },
  'contact-changed': { text: t('Email or phone changed'), Icon: Mail },
  'saved-address-changed': {
    text: t('Address of one of your contacts changed'),
    Icon: UserPen,
    isWarning: true,
  },
};
