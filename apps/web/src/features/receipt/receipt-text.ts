import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { Receipt } from '#wire/wallet/receipt';

/** @returns the exact amount with at least two decimals where the coin has them, as in `1,040.00` */
export function paperAmountOf({ amount, token }: Receipt): string {
  const exact = baseUnitsToDisplay(BigInt(amount), token.decimals);
  const [whole = '', fraction = ''] = exact.split('.');
  const decimals = fraction.padEnd(Math.min(2, token.decimals), '0');
  return groupThousands(decimals === '' ? whole : `${whole}.${decimals}`);
}

/** @returns the local time of the block with its zone, as in `22 November 2026, 12:31 GMT` */
export function paidAtText({ at }: Receipt): string {
  return moment.format(Date.parse(at)).replace(' at ', ', ');
}

const moment = new Intl.DateTimeFormat('en-GB', {
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
    ...(isPrivate && issuer === 'recipient' && from !== null ? ['the sender'] : []),
    ...(hasNames ? ['the names'] : []),
    ...(stated.message === null ? [] : ['the message']),
  ];
  if (parts.length === 0) return null;
  const list =
    parts.length === 1 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  const verb = parts.length > 1 || hasNames ? 'are' : 'is';
  return `T${list.slice(1)} ${verb} as stated by the ${issuer}, who signed this receipt.`;
}
