import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { OperationView } from '#wire/wallet/operation';
import { Button } from '../../ui/button.tsx';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';
import { useCancelOperation } from './api/cancel-operation.ts';
import { LABELS_BY_KIND } from './operation-labels.ts';

/** Cancels an operation after a confirmation. Renders nothing when it can no longer be cancelled. */
export function CancelButton({ operation }: { operation: OperationView }) {
  const [isRequesting, setIsRequesting] = useState(false);
  const { isCancelling, cancel } = useCancelOperation(operation.id);
  // The dialog stays open during the request, even when the operation has just been submitted.
  if (!operation.isCancellable && !isRequesting) return null;
  const { noun } = LABELS_BY_KIND[operation.kind];
  const label = `Cancel ${noun}`;

  async function cancelOperation() {
    await cancel();
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
        title={`Cancel this ${noun}?`}
        message="We haven’t sent anything yet. If you cancel, your money stays where it is."
        icon={<Undo2 className="icon" size={22} aria-hidden="true" />}
        primaryLabel={label}
        secondaryLabel="Keep it"
        isDanger
        isBusy={isCancelling}
        onPrimary={cancelOperation}
        onSecondary={() => setIsRequesting(false)}
      />
    </>
  );
}
