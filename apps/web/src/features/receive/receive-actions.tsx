import { Download } from 'lucide-react';
import { t } from '#language/t';
import { showToast } from '../../state/toast.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { qrCodeUrl } from '../../ui/qr-code.tsx';
import { canShare, ShareButton } from '../../ui/share-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

interface ReceiveActionsProps {
  address: string;
  /** What the QR code contains. */
  code: string;
  /** The name of the saved picture, without its ending. */
  fileName: string;
}

/** Copies the address, shares it, and saves the QR code. */
export function ReceiveActions({ address, code, fileName }: ReceiveActionsProps) {
  return (
    <div className="receive-sheet__actions">
      <CopyText variant="filled" label={t('Copy address')} text={address} />
      {canShare() ? (
        <ShareButton
          content={{ text: address }}
          onFailure={() =>
            showToast(t('We couldn’t share this. Copy the address instead.'), { tone: 'error' })
          }
        />
      ) : null}
      <Tooltip text={t('Save QR')}>
        <a
          className={buttonClassName({ className: 'receive-sheet__save' })}
          aria-label={t('Save QR')}
          href={qrCodeUrl(code)}
          download={`${fileName}.png`}
        >
          <Download className="icon" size={16} aria-hidden="true" />
        </a>
      </Tooltip>
    </div>
  );
}
