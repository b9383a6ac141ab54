import { t } from '#language/t';
import './dialogs.css';
import { Check, Copy, Download, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { writeToClipboard } from '../../../ui/write-to-clipboard.ts';

interface RecoveryCodesModalProps {
  isOpen: boolean;
  codes: readonly string[];
  onClose: () => void;
  /** What happened before. */
  children?: ReactNode;
}

const icon = { className: 'icon', size: 16, 'aria-hidden': true } as const;

/** Shows recovery codes, this once. Closing it before they were saved requires a confirmation. */
export function RecoveryCodesModal({ isOpen, codes, onClose, children }: RecoveryCodesModalProps) {
  const [isSaved, setIsSaved] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => (isSaved ? onClose() : setIsLeaving(true));

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={leave}
      title={isLeaving ? t('Close without saving?') : t('Your recovery codes')}
      footer={
        isLeaving ? (
          <>
            <Button size="lg" autoFocus onClick={() => setIsLeaving(false)}>
              {t('Back to the codes')}
            </Button>
            <Button size="lg" variant="filled" onClick={onClose}>
              {t('I wrote them down')}
            </Button>
          </>
        ) : (
          <Button size="lg" variant="filled" onClick={leave}>
            {t('Done')}
          </Button>
        )
      }
    >
      {isLeaving ? (
        <Notice tone="warn" title={t('You’ll never see these codes again.')}>
          {t('Without them, a lost passkey or app takes 7 days to remove.')}
        </Notice>
      ) : (
        <>
          <p className="security-dialog__text">
            {children}{' '}
            {t(
              'Each of these codes works once, in place of your passkey or app. Keep them where you’d find them without this device.',
            )}
          </p>
          <ul className="recovery-codes mono" aria-label={t('Recovery codes')}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <SavingButtons codes={codes} onSaved={() => setIsSaved(true)} />
        </>
      )}
    </Modal>
  );
}

interface SavingButtonsProps {
  codes: readonly string[];
  onSaved: () => void;
}

function SavingButtons({ codes, onSaved }: SavingButtonsProps) {
  const [copy, setCopy] = useState<'idle' | 'copied' | 'refused'>('idle');

  async function copyAll() {
    const isCopied = await writeToClipboard(codes.join('\n'));
    setCopy(isCopied ? 'copied' : 'refused');
    if (isCopied) onSaved();
  }
  function download() {
    saveFile({ name: 'kax-recovery-codes.txt', content: fileText(codes), type: 'text/plain' });
    onSaved();
  }
  function printCodes() {
    window.print();
    onSaved();
  }

  return (
    <>
      <div className="security-dialog__tools">
        <Button
          size="sm"
          icon={copy === 'copied' ? <Check {...icon} /> : <Copy {...icon} />}
          onClick={copyAll}
        >
          {copy === 'copied' ? t('Copied') : t('Copy')}
        </Button>
        <Button size="sm" icon={<Download {...icon} />} onClick={download}>
          {t('Download')}
        </Button>
        <Button size="sm" icon={<Printer {...icon} />} onClick={printCodes}>
          {t('Print')}
        </Button>
      </div>
      <p role="status" className="security-dialog__hint">
        {copy === 'refused' ? t('Your browser blocked copying. Download the codes instead.') : null}
        {copy === 'copied' ? t('Paste them into your password manager now.') : null}
      </p>
    </>
  );
}

function fileText(codes: readonly string[]): string {
  const head = [t('Kax recovery codes'), t('Each code works once.')];
  return [...head, '', ...codes, ''].join('\n');
}
