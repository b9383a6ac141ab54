import { useState } from 'react';
import { t } from '#language/t';
import type { OwnerWrap } from '#signing/messages/owner-wrap';
import type { SignerOutcome } from '#signing/messages/protocol';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useOwnerBoxes } from './api/owner-wraps.ts';
import { SignerPage } from './signer-page.tsx';
import { useSigner } from './use-signer.ts';
import type { PageRequest } from './use-signer-page.ts';

interface OwnersSignerProps {
  /** @param wraps every way to open the keys */
  request: (wraps: readonly OwnerWrap[]) => PageRequest;
  onOutcome: (outcome: SignerOutcome | { readonly outcome: 'unavailable' }) => void;
}

/** The signer of a wallet whose keys its owner has, or why it isn't here. */
export function OwnersSigner({ request, onOutcome }: OwnersSignerProps) {
  const signer = useSigner();
  const boxes = useOwnerBoxes();
  const [attempt, setAttempt] = useState(1);
  if (signer.data === null)
    return <NotHere onClose={() => onOutcome({ outcome: 'unavailable' })} />;
  if (signer.isError || boxes.isError) {
    return (
      <div className="signer-page__state">
        <ErrorState
          title={t('Couldn’t reach your keys')}
          isRetrying={signer.isFetching || boxes.isFetching}
          onRetry={() => void Promise.all([signer.refetch(), boxes.refetch()])}
        >
          {t('Nothing was signed.')}
        </ErrorState>
        <Button onClick={() => onOutcome({ outcome: 'cancelled' })}>{t('Close')}</Button>
      </div>
    );
  }
  if (signer.data === undefined || boxes.data === undefined) {
    return (
      <p className="signer-page__state" role="status">
        <Spinner size={18} />
        {t('Loading...')}
      </p>
    );
  }
  return (
    <SignerPage
      key={attempt}
      origin={signer.data.origin}
      request={request(boxes.data)}
      onOutcome={onOutcome}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

function NotHere({ onClose }: { onClose: () => void }) {
  return (
    <div className="signer-page__state">
      <p>
        {t('This installation of Kax doesn’t serve the page with your keys. Nothing was signed.')}
      </p>
      <Button onClick={onClose}>{t('Close')}</Button>
    </div>
  );
}
