import { listText, t } from '#language/t';
import './dialogs.css';
import { Trash2 } from 'lucide-react';
import type { Passkey } from '#wire/security/second-factor';
import type { SecuritySettings } from '#wire/security/security-settings';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useSubmission } from '../../../reauthentication/use-submission.ts';
import { ConfirmationModal } from '../../../ui/confirmation-modal.tsx';
import { type Fact, FactList } from '../../../ui/fact-list.tsx';
import { removeApp } from '../api/remove-app.ts';
import { removePasskey } from '../api/remove-passkey.ts';
import type { DialogProps } from '../security-dialog.ts';
import { countFactors } from '../security-texts.ts';
import { useReread } from '../use-security-action.ts';

interface RemoveFactorDialogProps extends DialogProps {
  /** Null for the authenticator app. */
  passkey: Passkey | null;
}

/** Asks before removing a passkey or the app, and says what still works. */
export default function RemoveFactorDialog(props: RemoveFactorDialogProps) {
  const { isOpen, onClose, settings, passkey } = props;
  const reread = useReread();
  const form = useSubmission(async () => {
    const result = await (passkey ? removePasskey(passkey.id) : removeApp());
    // Another device may have removed it already.
    if (!result.ok && result.error.code !== 'unknown-passkey') return result.error;
    await reread();
    onClose();
    return null;
  });
  const isLast = countFactors(settings) === 1;

  return (
    <ConfirmationModal
      isOpen={isOpen}
      isDanger
      icon={<Trash2 className="icon" size={22} aria-hidden="true" />}
      title={titleOf(passkey, isLast)}
      description={
        passkey
          ? t('Then also delete it from your device’s passwords, so that it isn’t offered again.')
          : t('Then also delete Kax from the app.')
      }
      secondaryLabel={t('Keep it')}
      primaryLabel={passkey ? t('Remove passkey') : t('Remove app')}
      isBusy={form.isBusy}
      onSecondary={onClose}
      onPrimary={form.submit}
    >
      <FactList
        facts={[
          {
            tone: 'plain',
            text: passkey
              ? t('It can no longer approve payments or sign you in.')
              : t('Its codes no longer approve anything.'),
          },
          ...(isLast ? LAST_FACTS : [{ tone: 'good', text: keptText(settings, passkey) } as const]),
        ]}
      />
      <SubmissionAlert form={form} />
    </ConfirmationModal>
  );
}

const LAST_FACTS: readonly Fact[] = [
  { tone: 'warn', text: t('Large payments and new recipients will need no approval.') },
  { tone: 'warn', text: t('Your recovery codes stop working.') },
  { tone: 'good', text: t('You still sign in with your password.') },
];

function titleOf(passkey: Passkey | null, isLast: boolean): string {
  if (passkey === null) return isLast ? t('Remove your only second factor?') : t('Remove the app?');
  return isLast
    ? t('Remove “{name}”, your only passkey?', { name: passkey.name })
    : t('Remove “{name}”?', { name: passkey.name });
}

function keptText({ passkeys, app }: SecuritySettings, removed: Passkey | null): string {
  const names = passkeys.filter(({ id }) => id !== removed?.id).map(({ name }) => name);
  if (app !== null && removed !== null) names.push(t('your authenticator app'));
  return t('You keep {names}.', { names: listText(names) });
}
