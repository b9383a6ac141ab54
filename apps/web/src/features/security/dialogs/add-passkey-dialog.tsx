import { t } from '#language/t';
import './dialogs.css';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { suggestDeviceName } from '../../../lib/suggest-device-name.ts';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { ReauthenticationForm } from '../../../reauthentication/reauthenticate.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { DialogProps } from '../security-dialog.ts';
import { sentenceByFailure } from './passkey-sentences.ts';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { type AddingStep, type AddPasskey, useAddPasskey } from './use-add-passkey.ts';

const LONGEST_NAME = 50;

/** Adds a passkey: its name and the password, then the prompts of the browser. */
export default function AddPasskeyDialog({ isOpen, onClose }: DialogProps) {
  const [name, setName] = useState(() => suggestDeviceName(navigator));
  const adding = useAddPasskey(isOpen, name);
  const { form, added } = adding;
  const nameRef = useRef<HTMLInputElement>(null);
  useEffect(() => nameRef.current?.focus(), []);

  if (added?.recoveryCodes) {
    return (
      <RecoveryCodesModal isOpen={isOpen} codes={added.recoveryCodes} onClose={onClose}>
        <b>{t('{name} was added.', { name: added.passkey.name })}</b>{' '}
        {added.passkey.canSignIn ? null : t('It approves payments, but can’t sign you in.')}
      </RecoveryCodesModal>
    );
  }
  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title={added ? t('Passkey added') : t('Add a passkey')}
      footer={
        added ? (
          <Button size="lg" variant="filled" autoFocus onClick={onClose}>
            {t('Done')}
          </Button>
        ) : (
          <DialogFooter
            form={form}
            label={t('Add passkey')}
            busyLabel={adding.step === 'save' ? t('Adding...') : t('Waiting for you...')}
            icon={<Fingerprint className="icon" size={18} aria-hidden="true" />}
            isDisabled={name.trim() === ''}
            onClose={onClose}
          />
        )
      }
    >
      {added ? (
        <Added name={added.passkey.name} canSignIn={added.passkey.canSignIn} />
      ) : (
        <>
          <p className="security-dialog__text">
            {t(
              'Your device or password manager keeps it behind its screen lock. Your browser asks you twice: to create it, and to let it sign you in without a password.',
            )}
          </p>
          <ReauthenticationForm form={form}>
            <TextField
              label={t('Name')}
              name="passkey-name"
              ref={nameRef}
              hint={t('A name you’ll recognize later.')}
              autoComplete="off"
              maxLength={LONGEST_NAME}
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </ReauthenticationForm>
          <Progress adding={adding} />
        </>
      )}
    </Modal>
  );
}

function Progress({ adding: { step, failure } }: { adding: AddPasskey }) {
  if (failure !== null) {
    return (
      <Notice tone="bad" isAlert>
        {sentenceByFailure[failure]}
      </Notice>
    );
  }
  return (
    <div role="status" className="security-dialog__status">
      {step === 'create' || step === 'use' ? (
        <Notice tone="accent" icon={<Fingerprint className="icon" size={18} aria-hidden="true" />}>
          {sentenceByStep[step]}
        </Notice>
      ) : null}
    </div>
  );
}

const sentenceByStep: Readonly<Record<Exclude<AddingStep, 'save'>, string>> = {
  create: t('Follow your browser’s prompt to create the passkey.'),
  use: t('Confirm once more, so that the passkey can sign you in.'),
};

function Added({ name, canSignIn }: { name: string; canSignIn: boolean }) {
  return (
    <FactList
      facts={[
        { tone: 'good', text: t('{name} can approve your payments and changes.', { name }) },
        canSignIn
          ? { tone: 'good', text: t('It signs you in without a password.') }
          : {
              tone: 'warn',
              text: t(
                'It can’t sign you in. Your device doesn’t support that, or the second prompt was closed. To try again, remove it and add it again.',
              ),
            },
      ]}
    />
  );
}
