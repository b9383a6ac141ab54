import { t } from '#language/t';
import './request-link.css';
import { CircleCheck, CircleOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toBaseUnits } from '#domain/amount/base-units';
import { payLink, withoutScheme } from '#domain/payment-request/pay-link';
import type { Coin } from '#wire/wallet/coin';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { dayOfYearText } from '../../lib/elapsed.ts';
import { requestedFigure, unitsText } from '../../money-form/amount-text.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DrawnQrCode } from '../../ui/drawn-qr-code.tsx';
import { LinkBox } from '../../ui/link-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { canShare, ShareButton } from '../../ui/share-button.tsx';
import { isWaiting } from './api/payment-requests.ts';
import { paymentLink, shareText } from './receive-texts.ts';
import { RequestBadge } from './request-badge.tsx';
import { RequestMatch, useMatch } from './request-match.tsx';
import type { LinkActions } from './use-link-actions.ts';

interface RequestLinkProps {
  request: PaymentRequestView;
  /** The requested coin; undefined while it isn't known, or no longer listed. */
  coin: Coin | undefined;
  actions: LinkActions;
  /** Asks whether the request was paid in a way that Kax can't see. */
  onSettle: () => void;
}

/** One payment request: its link to pass on while it waits, or how it ended. */
export function RequestLink({ request, coin, actions, onSettle }: RequestLinkProps) {
  const { message, expiresAt } = request;
  const { match, refuse } = useMatch(request);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="request-link">
      <div className="request-link__head">
        <h3 ref={ref} tabIndex={-1}>
          {requestedFigure(BigInt(request.amount), request)} <small>{request.symbol}</small>
        </h3>
        {message === null ? null : <bdi>{t('“{message}”', { message })}</bdi>}
      </div>
      {isWaiting(request) ? <LinkCode request={request} coin={coin} /> : <Ended {...request} />}
      <div className="request-link__state">
        <span role="status">
          <RequestBadge request={request} />
        </span>
        {isWaiting(request) ? (
          <span>{t('Expires on {day}', { day: dayOfYearText(Date.parse(expiresAt)) })}</span>
        ) : null}
      </div>
      {match && isWaiting(request) ? (
        <RequestMatch {...{ request, match, actions }} onRefuse={refuse} />
      ) : null}
      {canSettle(request) && match === null ? (
        <Button variant="quiet" size="sm" className="request-link__other" onClick={onSettle}>
          {t('I was paid another way')}
        </Button>
      ) : null}
    </div>
  );
}

/** An expired request may have been paid in cash too. */
function canSettle({ state }: PaymentRequestView): boolean {
  return state === 'open' || state === 'expired';
}

type CodeKind = 'link' | 'other';

/** The QR code and the link, or the code for wallets outside of Kax. */
function LinkCode({ request, coin }: Pick<RequestLinkProps, 'request' | 'coin'>) {
  const [kind, setKind] = useState<CodeKind>('link');
  const { balance, recipient } = request;
  const link = payLink(location.origin, request.code);
  const isPublic = balance === 'public';
  const units = toBaseUnits(BigInt(request.amount));
  const forOthers =
    coin && isPublic ? paymentLink({ mode: balance, address: recipient }, coin, units) : null;
  const other = forOthers ?? recipient;
  const amount = unitsText(units, request);
  return (
    <div className="request-link__code">
      <div className="request-link__qr">
        <DrawnQrCode
          text={kind === 'link' ? link : other}
          alt={
            kind === 'link'
              ? t('QR code of the link to pay {amount}', { amount })
              : t('QR code to pay {amount} to {recipient}', { amount, recipient })
          }
        />
      </div>
      <Segmented
        label={t('QR code content')}
        look="joined"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'link', label: t('Link') },
          { value: 'other', label: isPublic ? t('Other wallets') : t('Private address') },
        ]}
      />
      {kind === 'other' ? <p>{isPublic ? FOR_OTHER_WALLETS : ADDRESS_ALONE}</p> : null}
      <LinkBox
        link={link}
        shown={withoutScheme(link)}
        action={canShare() ? <CopyText size="sm" label={t('Copy link')} text={link} /> : null}
      />
    </div>
  );
}

const FOR_OTHER_WALLETS = t(
  'For wallets other than Kax. It has the amount, but not your message. Some wallets can’t read it.',
);
const ADDRESS_ALONE = t(
  'Your private address, without the amount. Kax and other RAILGUN wallets can read it.',
);

function Ended({ state }: Pick<PaymentRequestView, 'state'>) {
  const isPaid = state === 'paid';
  const Icon = isPaid ? CircleCheck : CircleOff;
  return (
    <div className="request-link__ended" data-paid={isPaid || undefined}>
      <Icon className="icon" size={28} aria-hidden="true" />
      <p>{isPaid ? t('The link can’t be paid again.') : t('The link no longer works.')}</p>
    </div>
  );
}

interface RequestLinkFooterProps {
  request: PaymentRequestView;
  isBusy: boolean;
  onCancel: () => void;
}

/** The buttons below a link that waits for its payment. */
export function RequestLinkFooter({ request, isBusy, onCancel }: RequestLinkFooterProps) {
  const link = payLink(location.origin, request.code);
  return (
    <>
      {request.state === 'open' ? (
        <Button key="cancel" size="lg" isBusy={isBusy} onClick={onCancel}>
          {t('Cancel request')}
        </Button>
      ) : null}
      {canShare() ? (
        <ShareButton
          variant="filled"
          size="lg"
          content={{ text: shareText(request), url: link }}
          onFailure={() =>
            showToast(t('We couldn’t share this. Copy the link instead.'), { tone: 'error' })
          }
        />
      ) : (
        <CopyText variant="filled" size="lg" label={t('Copy link')} text={link} />
      )}
    </>
  );
}
