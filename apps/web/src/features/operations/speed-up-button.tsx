import { Zap } from 'lucide-react';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import { speedUpOperation } from '#wire/wallet/speed-up-operation';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { useOperationRequest } from './api/request-operation.ts';

/** Offers a higher network fee for an operation. */
export function SpeedUpButton({ operation }: { operation: OperationView }) {
  const { isBusy, request } = useOperationRequest(speedUpOperation, operation.id);

  async function speedUp() {
    if (await request())
      showToast(t('We’re offering {chain} a higher network fee.', { chain: operation.chain }));
  }

  return (
    <Button
      size="sm"
      icon={<Zap className="icon" size={16} aria-hidden="true" />}
      isBusy={isBusy}
      onClick={speedUp}
    >
      {t('Speed up')}
    </Button>
  );
}
