import type { Passkey } from '#wire/security/second-factor';
import type { SecuritySettings } from '#wire/security/security-settings';

export type ContactChannel = 'email' | 'phone';

/** What a dialog is about. */
export type DialogSubject =
  | { readonly name: 'add-passkey' }
  | { readonly name: 'rename-passkey'; readonly passkey: Passkey }
  | { readonly name: 'remove-passkey'; readonly passkey: Passkey }
  | { readonly name: 'add-app' }
  | { readonly name: 'remove-app' }
  | { readonly name: 'new-recovery-codes' }
  | { readonly name: 'daily-limit' }
  | { readonly name: 'freeze' }
  | { readonly name: 'unfreeze' }
  | { readonly name: 'change-contact'; readonly channel: ContactChannel }
  | { readonly name: 'lost-factors' };

/** Opens a dialog. */
export type OpenDialog = (subject: DialogSubject) => void;

/** What every dialog gets. */
export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly settings: SecuritySettings;
}
