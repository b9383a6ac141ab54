import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import { knownNetwork } from '#receipt/known-networks';
import type { Receipt } from '#wire/wallet/receipt';

/** @returns the exact amount with its symbol, as in `1,040.5 USDC` */
export function amountOf({ amount, token }: Receipt): string {
  return `${groupThousands(baseUnitsToDisplay(BigInt(amount), token.decimals))} ${token.symbol}`;
}

/** @returns the network as its id names it, as in `Polygon` or `network 31337` */
export function networkOf({ chainId }: Receipt): string {
  return knownNetwork(chainId)?.name ?? `network ${chainId}`;
}

/** @returns the time in UTC, as in `22 November 2026, 12:31:00 UTC` */
export function timeOf(at: string | Date): string {
  return moment.format(new Date(at)).replace(' at ', ', ');
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** A line of what a receipt says, before anything is checked. */
export interface StatedLine {
  readonly label: string;
  readonly text: string;
  readonly isCode: boolean;
}

/** @returns what a receipt says, in the order in which it is read */
export function linesOf(receipt: Receipt): readonly StatedLine[] {
  const { from, to, stated, transactionHash, at, token } = receipt;
  const named = (label: string, name: string | null) =>
    name === null ? [] : [line(label, `“${name}”`)];
  return [
    line('Amount', amountOf(receipt)),
    line('Paid', timeOf(at)),
    ...named('From', stated.fromName),
    from === null ? line('From address', 'Hidden by the sender') : code('From address', from),
    ...named('To', stated.toName),
    code('To address', to),
    ...named('Message', stated.message),
    line('Network', networkOf(receipt)),
    token.address === null ? line('Token', 'The network’s own coin') : code('Token', token.address),
    code('Transaction', transactionHash),
  ];
}

function line(label: string, text: string): StatedLine {
  return { label, text, isCode: false };
}

function code(label: string, text: string): StatedLine {
  return { label, text, isCode: true };
}
