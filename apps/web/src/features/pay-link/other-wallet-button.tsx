import { QrCode } from 'lucide-react';
import { Suspense } from 'react';
import { t } from '#language/t';
import { lazyRoute } from '../../lib/lazy-route.ts';
import { useOpened } from '../../lib/modal-url/use-opened.ts';
import { Button } from '../../ui/button.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';

const OtherWallet = lazyRoute(() => import('./other-wallet.tsx'));

/** Shows the address to pay to from a wallet that isn't on Kax. */
export function OtherWalletButton({ request }: { request: LinkedRequest }) {
  const { opened, open, close } = useOpened<null>();
  return (
    <>
      <Button
        variant="quiet"
        size="lg"
        isWide
        icon={<QrCode className="icon" size={16} aria-hidden="true" />}
        onClick={() => open(null)}
      >
        {t('Pay from another wallet')}
      </Button>
      {opened ? (
        <Suspense fallback={null}>
          <OtherWallet
            key={opened.opening}
            isOpen={opened.isOpen}
            onClose={close}
            request={request}
          />
        </Suspense>
      ) : null}
    </>
  );
}
