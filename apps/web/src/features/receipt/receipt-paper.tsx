import { t } from '#language/t';
import './receipt-paper.css';
import { CheckCheck, ShieldCheck } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { receiptCode } from '#receipt/receipt-code';
import type { Receipt } from '#wire/wallet/receipt';
import { FullAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { CHECK_PAGE } from './check-page.ts';
import { evidenceOf, paidAtText, paperAmountOf, statedOf } from './receipt-text.ts';

interface ReceiptPaperProps {
  receipt: Receipt;
  /** Another one is being made. */
  isReplaced: boolean;
}

/** A longer code doesn't fit one printed page with everything else; the file always has it. */
const MOST_PRINTED = 5_000;

/** The receipt as a sheet of paper, light in both themes, because that is how it is printed. */
export function ReceiptPaper({ receipt, isReplaced }: ReceiptPaperProps) {
  const mode = receipt.proof.kind === 'public-transfer' ? 'public' : 'private';
  return (
    <div className="light receipt-paper-frame">
      <article
        ref={takeLostFocusBy[mode]}
        tabIndex={-1}
        className="receipt-paper"
        data-mode={mode}
        aria-label={t('Receipt')}
        aria-busy={isReplaced}
      >
        <header className="receipt-paper__head">
          <Logo size={24} />
          <span className="receipt-paper__kind">{t('Receipt')}</span>
        </header>
        <Headline receipt={receipt} />
        <Sides receipt={receipt} />
        <Details receipt={receipt} />
        <Evidence receipt={receipt} />
      </article>
    </div>
  );
}

/**
 * What was pressed to get here is gone; without this, the keyboard would begin at the top of the page again. Only a
 * private receipt was requested on this page, so only that is scrolled to.
 */
const takeLostFocusBy = {
  public: (paper: HTMLElement | null) => takeLostFocus(paper, { preventScroll: true }),
  private: (paper: HTMLElement | null) => takeLostFocus(paper, {}),
};

function takeLostFocus(paper: HTMLElement | null, options: FocusOptions): void {
  if (document.activeElement === document.body) paper?.focus(options);
}

function Headline({ receipt }: { receipt: Receipt }) {
  const amount = paperAmountOf(receipt);
  const { symbol } = receipt.token;
  return (
    <div className="receipt-paper__headline">
      <p
        className="receipt-paper__amount figures"
        // As large as its length allows.
        style={{ '--characters': amount.length + symbol.length + 1 } as CSSProperties}
      >
        {amount} <span>{symbol}</span>
      </p>
      <p className="receipt-paper__status">
        <CheckCheck className="icon" size={16} aria-hidden="true" />
        {t('Paid {time}', { time: paidAtText(receipt) })}
      </p>
    </div>
  );
}

function Sides({ receipt }: { receipt: Receipt }) {
  const { from, to, stated } = receipt;
  return (
    <dl className="receipt-paper__sides">
      <Side label={t('From')} name={stated.fromName} address={from} />
      <Side label={t('To')} name={stated.toName} address={to} />
    </dl>
  );
}

interface SideProps {
  label: string;
  name: string | null;
  address: string | null;
}

function Side({ label, name, address }: SideProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {name === null ? null : <bdi className="receipt-paper__name">{name}</bdi>}
        {address === null ? (
          <span>{t('Hidden by the sender')}</span>
        ) : (
          <FullAddress address={address} />
        )}
      </dd>
    </div>
  );
}

function Details({ receipt }: { receipt: Receipt }) {
  const { chain, token, transactionHash, blockNumber, stated } = receipt;
  return (
    <dl className="receipt-paper__details">
      {stated.message === null ? null : (
        <Detail label={t('Message')}>
          <bdi className="receipt-paper__message">
            {t('“{message}”', { message: stated.message })}
          </bdi>
        </Detail>
      )}
      <Detail label={t('Network')}>{chain}</Detail>
      <Detail label={t('Token')}>
        {token.symbol}
        {token.address === null ? null : <FullAddress address={token.address} />}
      </Detail>
      <Detail label={t('Transaction')}>
        <FullAddress address={transactionHash} />
      </Detail>
      <Detail label={t('Block')}>
        <span className="figures">{blockNumber}</span>
      </Detail>
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Evidence({ receipt }: { receipt: Receipt }) {
  const code = receiptCode(receipt);
  const stated = statedOf(receipt);
  const isPrinted = code.length <= MOST_PRINTED;
  return (
    <footer className="receipt-paper__evidence">
      <p className="receipt-paper__proof">
        <ShieldCheck className="icon" size={16} aria-hidden="true" />
        <span>
          {evidenceOf(receipt)}
          {stated === null ? null : ` ${stated}`}
        </span>
      </p>
      <div className="receipt-paper__code-head">
        <h3>{t('Proof code')}</h3>
        <CopyButton text={code} label={t('Copy the proof code')} />
      </div>
      {isPrinted ? null : (
        <p className="receipt-paper__too-long">
          {t('This payment’s code is too long to print. The saved proof has it.')}
        </p>
      )}
      <p className={isPrinted ? 'receipt-paper__code' : 'receipt-paper__code is-not-printed'}>
        {code}
      </p>
      <p className="receipt-paper__foot">
        {t('Anyone can check this receipt without Kax: {page}', {
          page: `${location.origin}${CHECK_PAGE}`,
        })}
      </p>
    </footer>
  );
}
