import './receive-sheet.css';
import { ChevronRight, HandCoins } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { unitsText, usdText } from '../../money-form/amount-text.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { ReceiveActions } from './receive-actions.tsx';
import { paymentLink, type Receiver, type RequestedPayment, shareText } from './receive-texts.ts';
import type { AmountRequest } from './use-amount-request.ts';

interface ReceiveSheetProps {
  receiver: Receiver;
  /** The coin that was chosen for the whole sheet; null for any. */
  coin: Coin | null;
  amountRequest: AmountRequest;
  /** The name of the saved picture, without its ending. */
  fileName: string;
  warning: ReactNode;
  rows: readonly SummaryRow[];
}

/** What Receive and Deposit share: an address as text and as a QR code, with an amount if the user asks for one. */
export function ReceiveSheet(props: ReceiveSheetProps) {
  const { receiver, coin, amountRequest, fileName, warning, rows } = props;
  const { request } = amountRequest;
  const linkedCoin = request?.coin ?? coin;
  const link = linkedCoin && paymentLink(receiver, linkedCoin, request?.units ?? null);
  // Each request starts with the code that contains it.
  const [choice, setChoice] = useState<{ request: RequestedPayment | null; kind: CodeKind }>();
  const chosen = choice?.request === request ? choice.kind : null;
  const kind = link ? (chosen ?? (request ? 'link' : 'address')) : 'address';
  const code = kind === 'link' && link ? link : receiver.address;
  return (
    <div className="receive-sheet">
      <div className="receive-sheet__code">
        {request ? <Requested key={request.units} {...{ request, amountRequest }} /> : null}
        <QrCode
          data={code}
          alt={codeName(receiver.address, kind === 'link' ? linkedCoin : null, request)}
          errorText="We couldn’t load the QR code. Copy the address instead."
        />
        {link ? (
          <Segmented
            label="QR code content"
            look="joined"
            value={kind}
            onChange={(next) => setChoice({ request, kind: next })}
            options={[
              { value: 'address', label: 'Address' },
              { value: 'link', label: request ? 'With amount' : 'With network' },
            ]}
          />
        ) : null}
        <CodeHint kind={kind} hasLink={link !== null} hasRequest={request !== null} />
      </div>
      <div className="receive-sheet__text">
        <div className="receive-sheet__address">
          <span>Your {receiver.mode} address</span>
          <FullAddress address={receiver.address} />
        </div>
        <ReceiveActions
          address={receiver.address}
          code={code}
          fileName={fileName}
          text={shareText(receiver, request)}
          hasRequest={request !== null}
        />
        {warning}
        {request === null && amountRequest.canEdit ? (
          <RequestRow receiver={receiver} amountRequest={amountRequest} />
        ) : null}
        <Summary rows={rows} />
      </div>
    </div>
  );
}

type CodeKind = 'address' | 'link';

/** Describes the QR code to screen reader users. */
function codeName(address: string, coin: Coin | null, request: RequestedPayment | null): string {
  if (coin === null) return `QR code for the address ${address}`;
  const what = request ? unitsText(request.units, coin) : coin.symbol;
  return `QR code to pay ${what} on ${coin.chain} to ${address}`;
}

interface CodeHintProps {
  kind: CodeKind;
  hasLink: boolean;
  hasRequest: boolean;
}

function CodeHint({ kind, hasLink, hasRequest }: CodeHintProps) {
  const text = hintOf({ kind, hasLink, hasRequest });
  return text === null ? null : <p className="receive-sheet__hint">{text}</p>;
}

function hintOf({ kind, hasLink, hasRequest }: CodeHintProps): string | null {
  if (kind === 'link') {
    return 'Some wallets can’t read this code. Every wallet can read the address alone.';
  }
  if (!hasRequest) return null;
  return hasLink
    ? 'This code has only your address, without the amount.'
    : 'This code has only your address. The amount is in the text you share.';
}

interface RequestedProps {
  request: RequestedPayment;
  amountRequest: AmountRequest;
}

/** The requested amount. It appears in place of the form, so it takes over its focus. */
function Requested({ request, amountRequest }: RequestedProps) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isFocusLost()) ref.current?.focus();
  }, []);
  const value = usdText(request.units, request.coin);
  return (
    <div className="receive-sheet__requested">
      <p ref={ref} tabIndex={-1}>
        <span className="visually-hidden">You’re asking for </span>
        <b>{unitsText(request.units, request.coin)}</b>
        {value ? <span> {value}</span> : null}
      </p>
      <Button size="sm" onClick={amountRequest.edit}>
        Change
      </Button>
      <Button size="sm" variant="quiet" onClick={amountRequest.clear}>
        Remove
      </Button>
    </div>
  );
}

interface RequestRowProps {
  receiver: Receiver;
  amountRequest: AmountRequest;
}

function RequestRow({ receiver, amountRequest: { isCancelled, edit } }: RequestRowProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCancelled && isFocusLost()) ref.current?.focus();
  }, [isCancelled]);
  const where = receiver.mode === 'public' ? 'the code and the text' : 'the text';
  return (
    <button type="button" ref={ref} className="receive-sheet__row" onClick={edit}>
      <span className="receive-sheet__disc">
        <HandCoins className="icon" size={18} aria-hidden="true" />
      </span>
      <span>
        <b>Ask for an amount</b>
        <span>Shown in {where} you share</span>
      </span>
      <ChevronRight className="icon" size={16} aria-hidden="true" />
    </button>
  );
}

/** What had the focus is gone. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
