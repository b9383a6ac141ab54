import { t } from '#language/t';
import './signing-dialog.css';
import type { OpenSigning } from '../../lib/signing/open-signing.ts';
import { useUser } from '../../state/auth-session.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { ownerOf } from './owner-of.ts';
import { OwnersSigner } from './owners-signer.tsx';
import type { PageRequest } from './use-signer-page.ts';

interface SigningDialogProps {
  signing: OpenSigning;
  isOpen: boolean;
}

/** The signer with one payment in it. It says itself what is signed; this only holds it. */
export default function SigningDialog({ signing, isOpen }: SigningDialogProps) {
  const { decide, details, isSending } = signing;
  const user = useUser();
  const close = () => decide({ outcome: 'cancelled' });
  const { ref, isPresent, handleKey } = useDialog({ isOpen, isStatic: true, onClose: close });
  if (!isPresent) return null;
  return (
    <dialog
      ref={ref}
      className="modal modal--form signing-dialog"
      aria-label={t('Approve this payment')}
      onKeyDown={handleKey}
    >
      {isSending ? (
        <p className="signer-page__state" role="status">
          <Spinner size={18} />
          {t('Sending...')}
        </p>
      ) : (
        <OwnersSigner
          // The signer reads every field itself, and refuses what isn't one of its confirmations.
          request={(wraps) =>
            ({ kind: 'approve', owner: ownerOf(user), wraps, ...details }) as PageRequest
          }
          onOutcome={decide}
        />
      )}
    </dialog>
  );
}
