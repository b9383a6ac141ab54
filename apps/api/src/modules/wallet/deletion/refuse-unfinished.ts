import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { Network } from '#domain/network/network';
import type { OperationKind } from '#domain/operation/operation';
import { findRampCoin } from '#domain/ramp/ramp-coin';
import type { TokenId } from '#domain/token/token';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { UnfinishedPart } from '../../../ports/wallet-removal.ts';
import { findToken } from '../payments/parse-payment.ts';

type PartOf<Part extends UnfinishedPart['part']> = Extract<UnfinishedPart, { part: Part }>;

/** More would not be read. */
const MOST_NAMED = 3;

/** @returns the refusal to delete a wallet in which something is in progress, which names it; null when nothing is */
export function refuseUnfinished(
  networks: readonly Network[],
  unfinished: readonly UnfinishedPart[],
): Refusal | null {
  if (unfinished.length === 0) return null;
  const hasSwap = unfinished.some(({ part }) => part === 'swap');
  // A step of a swap is not another payment.
  const named = unfinished.filter(
    (each) => !(hasSwap && each.part === 'operation' && each.kind === 'swap'),
  );
  const more = named.length - MOST_NAMED;
  const sentences = [
    ...named.slice(0, MOST_NAMED).map((each) => sentenceOf(networks, each)),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'is' : 'are'} in progress.`] : []),
    `You can delete your wallet once ${named.length === 1 ? 'that’s' : 'all of that is'} over.`,
  ];
  return refuse('operations-open', { sentence: sentences.join(' ') });
}

function sentenceOf(networks: readonly Network[], unfinished: UnfinishedPart): string {
  switch (unfinished.part) {
    case 'operation':
      return unfinished.isIncoming
        ? incomingSentence(networks, unfinished)
        : operationSentence(networks, unfinished);
    case 'swap':
      return swapSentence(networks, unfinished);
    case 'order':
      return orderSentence(networks, unfinished);
    case 'page': {
      const page = unfinished.side === 'BUY' ? 'purchase' : 'sale';
      return `You opened our payment partner’s ${page} page less than 15 minutes ago, so you may have an order that we don’t know yet.`;
    }
  }
}

/** The sender of a payment that is not signed yet may still cancel it: its amount is theirs to know. */
function incomingSentence(
  networks: readonly Network[],
  { tokenId, amount, isSigned }: PartOf<'operation'>,
): string {
  if (!isSigned) return 'A payment to you is being prepared.';
  return `A payment of ${amountText(networks, tokenId, amount)} to you is still in progress.`;
}

const subjectByKind: Readonly<Record<OperationKind, (amount: string) => string>> = {
  send: (amount) => `A payment of ${amount}`,
  shield: (amount) => `A move of ${amount} to your private balance`,
  unshield: (amount) => `A payment of ${amount} from your private balance`,
  'internal-transfer': (amount) => `A private payment of ${amount}`,
  swap: (amount) => `A swap of ${amount}`,
  consolidation: (amount) => `A move of ${amount} within your private balance`,
  'nonce-fill': () => 'A transaction that clears your account for waiting payments',
};

function operationSentence(
  networks: readonly Network[],
  { kind, tokenId, amount, isScheduled }: PartOf<'operation'>,
): string {
  const subject = subjectByKind[kind](amountText(networks, tokenId, amount));
  return `${subject} is ${isScheduled ? 'scheduled for later' : 'still in progress'}.`;
}

function swapSentence(
  networks: readonly Network[],
  { state, fromTokenId, toTokenId, amount }: PartOf<'swap'>,
): string {
  const sold = amountText(networks, fromTokenId, amount);
  const bought = symbolOf(networks, toTokenId);
  switch (state) {
    case 'open':
      return `A swap of ${sold} to ${bought} is still in progress.`;
    case 'output-missing':
      return `The ${bought} from your swap of ${sold} hasn’t arrived yet.`;
    case 'refund-missing':
      return `The refund of your swap of ${sold} to ${bought} hasn’t arrived yet.`;
  }
}

function orderSentence(
  networks: readonly Network[],
  { state, side, cryptoAmount }: PartOf<'order'>,
): string {
  const symbol = findRampCoin(networks)?.token.symbol ?? 'USDC';
  const amount = cryptoAmount === null ? symbol : `${groupThousands(cryptoAmount)} ${symbol}`;
  switch (state) {
    case 'open':
      return `A ${side === 'BUY' ? 'purchase' : 'sale'} of ${amount} is still in progress.`;
    case 'output-missing':
      return `The ${amount} you bought hasn’t arrived yet.`;
    case 'refund-missing':
      return `A refund of your sale of ${amount} may still arrive.`;
  }
}

/** The amount with its symbol; `money` for a token that was taken off the list. */
function amountText(networks: readonly Network[], tokenId: TokenId, amount: bigint): string {
  const token = findToken(networks, tokenId)?.token;
  if (token === undefined) return 'money';
  return `${groupThousands(baseUnitsToDisplay(amount, token.decimals))} ${token.symbol}`;
}

function symbolOf(networks: readonly Network[], tokenId: TokenId): string {
  return findToken(networks, tokenId)?.token.symbol ?? 'another coin';
}
