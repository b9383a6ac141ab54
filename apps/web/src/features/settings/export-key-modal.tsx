import { t } from '#language/t';
import './settings-modal.css';
import { useState } from 'react';
import { DialogFooter } from '../../reauthentication/dialog-footer.tsx';
import { ReauthenticationForm } from '../../reauthentication/reauthenticate.tsx';
import { useReauthentication } from '../../reauthentication/use-reauthentication.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { exportKeys } from './api/export-keys.ts';
import { CopyKey } from './copy-key.tsx';
import type { KeysModalProps } from './keys-modals.ts';
import { RevealButton } from './reveal-button.tsx';
import { useReveal } from './use-reveal.ts';

interface ShownKey {
  readonly address: string;
  readonly privateKey: string;
}

/** Exports the private key of the public address (§2 /dashboard/settings). It exists only as long as this modal. */
export default function ExportKeyModal({ isOpen, onClose }: KeysModalProps) {
  const [key, setKey] = useState<ShownKey | null>(null);
  const form = useReauthentication(async (password) => {
    const result = await exportKeys({ password, what: 'private-key' });
    if (!result.ok) return result.error;
    const { publicWalletAddress, privateKey = '' } = result.data;
    setKey({ address: publicWalletAddress, privateKey });
    return null;
  });

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title={t('Export Private Key')}
      footer={
        key === null ? (
          <DialogFooter
            form={form}
            label={t('Export Private Key')}
            busyLabel={t('Opening...')}
            onClose={onClose}
          />
        ) : (
          <Button size="lg" variant="filled" onClick={onClose}>
            {t('Done')}
          </Button>
        )
      }
    >
      {key === null ? (
        <>
          <Notice tone="warn" title={t('Anyone with this key can take your public balance.')}>
            {t(
              'It works without a password and can’t be revoked. No one from Kax will ever ask for it.',
            )}
          </Notice>
          <p className="settings-modal__text">
            {t(
              'This key is for your public address only. For your private balance, back up the 12 words instead.',
            )}
          </p>
          <ReauthenticationForm form={form} />
        </>
      ) : (
        <RevealedKey {...key} />
      )}
    </Modal>
  );
}

function RevealedKey({ address, privateKey }: ShownKey) {
  const { isShown, toggle } = useReveal();
  const isDiscreet = useDiscretion();
  return (
    <>
      <section className="settings-modal__block" aria-label={t('Public address')}>
        <h3>{t('Public address')}</h3>
        <FullAddress address={address} />
      </section>
      <section className="settings-modal__block" aria-label={t('Private key')}>
        <h3>{t('Private key')}</h3>
        <div
          className={classNames(
            'mono exported-key',
            isDiscreet && 'settings-modal__not-selectable',
          )}
        >
          <Secret isHidden={!isShown} width="100%">
            {privateKey}
          </Secret>
        </div>
        <div className="settings-modal__tools">
          <RevealButton what="key" isShown={isShown} onToggle={toggle} />
          <CopyKey text={privateKey} />
        </div>
      </section>
    </>
  );
}
