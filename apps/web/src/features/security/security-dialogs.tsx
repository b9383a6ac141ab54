import { Suspense } from 'react';
import type { SecuritySettings } from '#wire/security/security-settings';
import { lazyRoute } from '../../lib/lazy-route.ts';
import type { DialogProps, DialogSubject } from './security-dialog.ts';

const AddPasskey = lazyRoute(() => import('./dialogs/add-passkey-dialog.tsx'));
const RenamePasskey = lazyRoute(() => import('./dialogs/rename-passkey-dialog.tsx'));
const RemoveFactor = lazyRoute(() => import('./dialogs/remove-factor-dialog.tsx'));
const AddApp = lazyRoute(() => import('./dialogs/add-app-dialog.tsx'));
const NewRecoveryCodes = lazyRoute(() => import('./dialogs/new-recovery-codes-dialog.tsx'));
const DailyLimit = lazyRoute(() => import('./dialogs/daily-limit-dialog.tsx'));
const Freeze = lazyRoute(() => import('./dialogs/freeze-dialog.tsx'));
const Unfreeze = lazyRoute(() => import('./dialogs/unfreeze-dialog.tsx'));
const ChangeContact = lazyRoute(() => import('./dialogs/change-contact-dialog.tsx'));
const LostFactors = lazyRoute(() => import('./dialogs/lost-factors-dialog.tsx'));

interface SecurityDialogsProps {
  opened: {
    readonly subject: DialogSubject;
    readonly isOpen: boolean;
    readonly opening: number;
  } | null;
  settings: SecuritySettings;
  onClose: () => void;
}

/** The dialog that is open, if any. Each is loaded when it is first opened. */
export function SecurityDialogs({ opened, settings, onClose }: SecurityDialogsProps) {
  if (opened === null) return null;
  const { subject, isOpen, opening } = opened;
  return (
    <Suspense fallback={null}>
      <Dialog
        key={opening}
        subject={subject}
        isOpen={isOpen}
        onClose={onClose}
        settings={settings}
      />
    </Suspense>
  );
}

function Dialog({ subject, ...shared }: DialogProps & { subject: DialogSubject }) {
  switch (subject.name) {
    case 'add-passkey':
      return <AddPasskey {...shared} />;
    case 'rename-passkey':
      return <RenamePasskey {...shared} passkey={subject.passkey} />;
    case 'remove-passkey':
      return <RemoveFactor {...shared} passkey={subject.passkey} />;
    case 'add-app':
      return <AddApp {...shared} />;
    case 'remove-app':
      return <RemoveFactor {...shared} passkey={null} />;
    case 'new-recovery-codes':
      return <NewRecoveryCodes {...shared} />;
    case 'daily-limit':
      return <DailyLimit {...shared} />;
    case 'freeze':
      return <Freeze {...shared} />;
    case 'unfreeze':
      return <Unfreeze {...shared} />;
    case 'change-contact':
      return <ChangeContact {...shared} channel={subject.channel} />;
    case 'lost-factors':
      return <LostFactors {...shared} />;
  }
}
