import { t } from '#language/t';
import './ramp-frame.css';
import { ExternalLink, Lock, RefreshCw, X } from 'lucide-react';
import type { RampSide } from '#domain/ramp/ramp-order';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type RampFrame as Frame, useRampFrame } from './use-ramp-frame.ts';

/**
 * What the partner's page needs: scripts and forms, the storage of its own host, and the pages of banks, which open
 * without these limits. It cannot navigate our window, show dialogs over it, or start downloads.
 */
const PERMISSIONS =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

interface RampFrameProps {
  side: RampSide;
  /** The address that receives bought coins and sends sold ones. */
  address: string;
  /** Called when the partner's page reports a change to an order. */
  onChanged: () => void;
}

/** The payment partner's page in an iframe (§2 Buy / Sell). */
export function RampFrame({ side, address, onChanged }: RampFrameProps) {
  const frame = useRampFrame(side, onChanged);
  return (
    <section className="card ramp-frame" aria-label={t('Payment partner')}>
      <header className="ramp-frame__head">
        <span>
          <Lock className="icon" size={15} aria-hidden="true" />
          {t('Provided by our payment partner')}
        </span>
        <ShortAddress address={address} />
      </header>
      {frame.state === 'slow' ? <SlowNotice frame={frame} /> : null}
      <div className="ramp-frame__stage">
        <Stage frame={frame} side={side} />
      </div>
    </section>
  );
}

function Stage({ frame, side }: { frame: Frame; side: RampSide }) {
  const { state, url, failure, ref, reload } = frame;
  if (state === 'failed') {
    return (
      <ErrorState title={t('Couldn’t open our payment partner’s page')} onRetry={reload}>
        {failure}
      </ErrorState>
    );
  }
  if (state === 'closed') {
    return (
      <EmptyState
        icon={<X className="icon" size={24} aria-hidden="true" />}
        title={t('Our payment partner’s page is closed')}
        actions={<Button onClick={reload}>{t('Open it again')}</Button>}
      >
        {t('Your orders continue and are listed below.')}
      </EmptyState>
    );
  }
  if (state === 'elsewhere') {
    return (
      <EmptyState
        icon={<ExternalLink className="icon" size={24} aria-hidden="true" />}
        title={t('Our payment partner’s page is open in another tab')}
        actions={<Button onClick={reload}>{t('Open it here')}</Button>}
      >
        {t('Orders you place there appear below.')}
      </EmptyState>
    );
  }
  return (
    <>
      {state === 'ready' ? null : (
        <p className="ramp-frame__waiting" role="status">
          <Spinner size={18} />
          {t('Loading...')}
        </p>
      )}
      {url === null ? null : (
        <iframe
          // A new page gets a new frame: messages of the old one must be ignored.
          key={url}
          ref={ref}
          className="ramp-frame__page"
          src={url}
          title={side === 'BUY' ? t('Buy USDC') : t('Sell USDC')}
          height={700}
          allow="camera; microphone; payment"
          sandbox={PERMISSIONS}
          referrerPolicy="strict-origin-when-cross-origin"
        />
      )}
    </>
  );
}

function SlowNotice({ frame: { reload, openInTab } }: { frame: Frame }) {
  return (
    <div className="ramp-frame__slow">
      <Notice
        tone="warn"
        isAlert
        title={t('Our payment partner’s page isn’t loading.')}
        action={
          <div className="ramp-frame__ways">
            <Button
              size="sm"
              icon={<RefreshCw className="icon" size={16} aria-hidden="true" />}
              onClick={reload}
            >
              {t('Reload')}
            </Button>
            <Button
              size="sm"
              icon={<ExternalLink className="icon" size={16} aria-hidden="true" />}
              onClick={openInTab}
            >
              {t('Open in a new tab')}
            </Button>
          </div>
        }
      >
        {t('The page opens only once, within five minutes. An ad blocker may also block it.')}
      </Notice>
    </div>
  );
}
