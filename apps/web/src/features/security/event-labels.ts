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
  login: { text: 'Signed in', Icon: LogIn },
  'passkey-login': { text: 'Signed in with a passkey', Icon: LogIn },
  'login-refused': { text: 'Wrong password', Icon: Ban, isWarning: true },
  'password-changed': { text: 'Password changed', Icon: KeyRound },
  'password-reset': { text: 'Password reset', Icon: KeyRound, isWarning: true },
  'refresh-reused': { text: 'Copied session signed out', Icon: Ban, isWarning: true },
  'device-refused': { text: 'Session used on another device', Icon: Ban, isWarning: true },
  'keys-exported': { text: 'Keys exported', Icon: KeyRound, isWarning: true },
  'passkey-added': { text: 'Passkey added', Icon: Fingerprint },
  'passkey-removed': { text: 'Passkey removed', Icon: Fingerprint },
  'app-added': { text: 'Authenticator app added', Icon: Smartphone },
  'app-removed': { text: 'Authenticator app removed', Icon: Smartphone },
  'recovery-codes-replaced': { text: 'Recovery codes replaced', Icon: RefreshCw },
  'recovery-code-used': { text: 'Recovery code used', Icon: LifeBuoy, isWarning: true },
  'factors-removal-requested': {
    text: 'Removal of passkeys and app requested',
    Icon: LifeBuoy,
    isWarning: true,
  },
  'factors-removal-cancelled': { text: 'Removal of passkeys and app cancelled', Icon: LifeBuoy },
  'factors-removed': { text: 'Passkeys and app removed', Icon: LifeBuoy, isWarning: true },
  'approval-refused': { text: 'Approval refused', Icon: Ban, isWarning: true },
  'limit-changed': { text: 'Daily limit changed', Icon: Gauge },
  'hold-lifted': { text: 'Hold ended with a passkey', Icon: TimerOff },
  frozen: { text: 'Account frozen', Icon: Snowflake },
  unfrozen: { text: 'Account unfrozen', Icon: Snowflake },
  'contact-change-requested': { text: 'Change of email or phone requested', Icon: Mail },
  'contact-change-cancelled': { text: 'Change of email or phone cancelled', Icon: Mail },
  'contact-changed': { text: 'Email or phone changed', Icon: Mail },
  'saved-address-changed': {
    text: 'Address of one of your contacts changed',
    Icon: UserPen,
    isWarning: true,
  },
};
