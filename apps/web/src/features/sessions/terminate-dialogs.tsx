import { MonitorSmartphone } from 'lucide-react';
import { t } from '#language/t';
import type { UserSession } from '#wire/auth/user-sessions';
import { deviceText } from '../../lib/device-text.ts';
import type { Opened } from '../../lib/modal-url/use-opened.ts';
import { useNavigate } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';
import { rich } from '../../ui/rich.tsx';
import { placeText } from './session-texts.ts';

/** What is about to be terminated; kept during the dialog's closing animation. */
export type TerminateSubject =
  | { about: 'one'; session: UserSession }
  | { about: 'others'; count: number };

interface TerminateDialogsProps {
  dialog: Opened<TerminateSubject> | null;
  onClose: () => void;
  onTerminate: (id: string) => Promise<boolean>;
  onRevoke: (id: string) => Promise<boolean>;
  onTerminateOthers: () => Promise<boolean>;
}

/** Asks for confirmation before signing out one or all other devices, and explains what it does. */
export function TerminateDialogs(props: TerminateDialogsProps) {
  const { dialog, onClose, onTerminate, onRevoke, onTerminateOthers } = props;
  const navigate = useNavigate();
  if (dialog === null) return null;
  const { subject, isOpen } = dialog;
  const icon = <MonitorSmartphone className="icon" size={22} aria-hidden="true" />;

  if (subject.about === 'others') {
    return (
      <ConfirmationModal
        isOpen={isOpen}
        isDanger
        icon={icon}
        title={t('Terminate all other sessions?')}
        message={othersMessage(subject.count)}
        primaryLabel={t('Terminate All')}
        onPrimary={() => {
          onClose();
          void onTerminateOthers();
        }}
        onSecondary={onClose}
      />
    );
  }

  const { id, device, location } = subject.session;
  async function revokeAndChangePassword() {
    onClose();
    if (await onRevoke(id)) navigate(paths.resetPassword);
  }
  return (
    <ConfirmationModal
      isOpen={isOpen}
      isDanger
      icon={icon}
      title={t('Terminate this session?')}
      message={oneMessage(device, location)}
      description={rich(
        'Don’t recognize it? <button>Terminate it and change my password</button>',
        {
          button: (inside) => (
            <button
              className="terminate-dialog__link"
              type="button"
              onClick={revokeAndChangePassword}
            >
              {inside}
            </button>
          ),
        },
      )}
      primaryLabel={t('Terminate')}
      onPrimary={() => {
        onClose();
        void onTerminate(id);
      }}
      onSecondary={onClose}
    />
  );
}

function othersMessage(count: number): string {
  return t(
    'We’ll sign out {count, plural, one {# other device} other {# other devices}} immediately. They can no longer move your money. You’ll stay signed in here.',
    { count },
  );
}

function oneMessage(device: string, location: UserSession['location']): string {
  return location.city || location.country
    ? t('We’ll sign out {device} in {place} immediately. It can no longer move your money.', {
        device: deviceText(device),
        place: placeText(location),
      })
    : t('We’ll sign out {device} immediately. It can no longer move your money.', {
        device: deviceText(device),
      });
}
