import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/t';
import { cancelOperation } from '#wire/wallet/cancel-operation';
import type { OperationView } from '#wire/wallet/operation';
import { Button } from '../../ui/button.tsx';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';
import { useOperationRequest } from './api/request-operation.ts';
import { LABELS_BY_KIND } from './operation-labels.ts';

interface CancelButtonProps {
  operation: OperationView;
  /** False while it is too early to offer it. */
  isOffered: boolean;
}

/** Cancels an operation after a confirmation. Renders nothing when it can no longer be cancelled. */
export function CancelButton({ operation, isOffered }: CancelButtonProps) {
  const [isRequesting, setIsRequesting] = useState(false);
  const { isBusy, request } = useOperationRequest(cancelOperation, operation.id);
  // The dialog stays open during the request, even when the operation has just been submitted.
  if (!(operation.isCancellable && isOffered) && !isRequesting) return null;
  const { operation: word } = LABELS_BY_KIND[operation.kind];
  const label = t(
    'Cancel {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} other {payment}}',
    { operation: word },
  );

  async function cancel() {
    await request();
    setIsRequesting(false);
  }

  return (
    <>
      <Button
        size="sm"
        icon={<Undo2 className="icon" size={16} aria-hidden="true" />}
        onClick={() => setIsRequesting(true)}
      >
        {label}
      </Button>
      <ConfirmationModal
        isOpen={isRequesting}
        title={t(
          'Cancel this {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} other {payment}}?',
          { operation: word },
        )}
        message={messageOf(operation)}
        icon={<Undo2 className="icon" size={22} aria-hidden="true" />}
        primaryLabel={label}
        secondaryLabel={t('Keep it')}
        isDanger
        isBusy={isBusy}
        onPrimary={cancel}
        onSecondary={() => setIsRequesting(false)}
      />
    </>
  );
}

/** A signed operation may have reached the network, whatever we know of it. */
function messageOf({ transactionHash, chain }: OperationView): string {
  return transactionHash === null
    ? t('We haven’t sent anything yet. If you cancel, your money stays where it is.')
    : t(
        'We’ll try to stop it. If {chain} has already confirmed it, it can’t be stopped. Cancelling costs a network fee.',
        { chain },
      );
}
