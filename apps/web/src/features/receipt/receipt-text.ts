import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { pageLocale, t } from '#language/t';
import type { Receipt } from '#wire/wallet/receipt';
import { localFigure } from '../../lib/local-figure.ts';

/** @returns the exact amount with at least two decimals where the coin has them, as in `1,040.00` */
export function paperAmountOf({ amount, token }: Receipt): string {
  const exact = baseUnitsToDisplay(BigInt(amount), token.decimals);
  const [whole = '', fraction = ''] = exact.split('.');
  const decimals = fraction.padEnd(Math.min(2, token.decimals), '0');
  return localFigure(decimals === '' ? whole : `${whole}.${decimals}`);
}

/** @returns the local time of the block with its zone, as in `22 November 2026, 12:31 GMT` */
export function paidAtText({ at }: Receipt): string {
  return moment.format(Date.parse(at)).replace(' at ', ', ');
}

const moment = new Intl.DateTimeFormat(pageLocale(), {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** @returns what a file with the receipt is called, without its ending, as in `Kax receipt 2026-11-22 40 USDC` */
export function fileNameOf({ at, amount, token }: Receipt): string {
  const day = localDay.format(Date.parse(at));
  const exact = baseUnitsToDisplay(BigInt(amount), token.decimals);
  return `Kax receipt ${day} ${exact} ${token.symbol}`.replaceAll(/[^\w .-]/g, '');
}

// The only English locale that writes a day as ISO 8601 does.
const localDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });

/** @returns what shows that the payment was made, for whoever reads the paper */
export function evidenceOf({ proof, chain }: Receipt): string {
  switch (proof.kind) {
    case 'public-transfer':
      return t('{chain}’s public record shows this payment.', { chain });
    case 'unshield':
      return t('{chain}’s public record shows this payment, but not who made it.', { chain });
    case 'private-transfer':
      return t(
        'This receipt opens one private payment on {chain}. It shows nothing else of either wallet.',
        { chain },
      );
  }
}

/** @returns which parts are only what the issuer says; null when there are none */
export function statedOf({ stated, issuer, from, proof }: Receipt): string | null {
  const isPrivate = proof.kind === 'private-transfer';
  const hasNames = stated.fromName !== null || stated.toName !== null;
  const parts = [
    // Recipients can't prove who paid them privately.
    ...(isPrivate && issuer === 'recipient' && from !== null ? ['sender'] : []),
    ...(hasNames ? ['names'] : []),
    ...(stated.message === null ? [] : ['message']),
  ];
  if (parts.length === 0) return null;
  return t(
    '{parts, select, sender {The sender is} names {The names are} message {The message is} sendernames {The sender and the names are} sendermessage {The sender and the message are} namesmessage {The names and the message are} other {The sender, the names and the message are}} as stated by {issuer, select, sender {the sender} other {the recipient}}, who signed this receipt.',
    { parts: parts.join(''), issuer },
  );
}
