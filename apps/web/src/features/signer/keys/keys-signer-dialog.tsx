import { t } from '#language/t';
import '../signing-dialog.css';
import { useState } from 'react';
import type { OwnerWrap } from '#signing/messages/owner-wrap';
import type { OwnerRequest, SignerOutcome } from '#signing/messages/protocol';
import { useUser } from '../../../state/auth-session.ts';
import { rememberBackup } from '../../../state/first-steps.ts';
import { showToast } from '../../../state/toast.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import { ownerOf } from '../owner-of.ts';
import { OwnersSigner } from '../owners-signer.tsx';
import { NameWrapDialog } from './name-wrap-dialog.tsx';

interface KeysSignerDialogProps {
  kind: OwnerRequest['kind'];
  isOpen: boolean;
  onClose: () => void;
}

/** The signer with something that concerns the keys. A way that it made is stored in a second step. */
export default function KeysSignerDialog({ kind, isOpen, onClose }: KeysSignerDialogProps) {
  const user = useUser();
  const [made, setMade] = useState<OwnerWrap | null>(null);
  const isInSigner = isOpen && made === null;
  const { ref, isPresent, handleKey } = useDialog({ isOpen: isInSigner, isStatic: true, onClose });

  function end(outcome: SignerOutcome | { readonly outcome: 'unavailable' }): void {
    if (outcome.outcome === 'saved') showToast(t('Saved.'));
    if (outcome.outcome === 'words-checked') rememberBackup(user.id);
    if (outcome.outcome === 'wrap-added') setMade(outcome.wrap);
    else onClose();
  }

  if (made !== null) return <NameWrapDialog isOpen={isOpen} wrap={made} onClose={onClose} />;
  if (!isPresent) return null;
  return (
    <dialog
      ref={ref}
      className="modal modal--form signing-dialog"
      aria-label={t('Your keys')}
      onKeyDown={handleKey}
    >
      <OwnersSigner request={(wraps) => ({ kind, owner: ownerOf(user), wraps })} onOutcome={end} />
    </dialog>
  );
}
