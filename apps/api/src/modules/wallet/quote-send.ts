import type { PublicAddress } from '#domain/address/address';
import { lookAlike } from '#domain/address/look-alike';
import { checkRecipient, isSameAddress } from '#domain/address/parse-public-address';
import { type BaseUnits, smallerUnits, toBaseUnits } from '#domain/amount/base-units';
import { parseBaseUnits } from '#domain/amount/parse-base-units';
import type { Network } from '#domain/network/network';
import { feeCeiling } from '#domain/operation/fee-ladder';
import type { ResponseOf } from '#wire/contract';
import type { quoteSend } from '#wire/wallet/quote-send';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { refuseTransfer } from '../../application/refuse-submission.ts';
import type { Operations } from '../../ports/operations.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import { type BalanceCache, balanceOf } from './balances/balance-cache.ts';
import type { PriceCache } from './balances/price-cache.ts';
import { feeQuote } from './payments/fee-quote.ts';
import {
  codeByRecipientProblem,
  contractsOf,
  findToken,
  type PaymentRules,
} from './payments/parse-payment.ts';

export interface QuoteSendPorts extends PaymentRules {
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly operations: Pick<Operations, 'recipients'>;
  readonly balances: Pick<BalanceCache, 'read'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

type Quote = ResponseOf<typeof quoteSend>['data'];
type Place = NonNullable<ReturnType<typeof findToken>>;

/** Quotes the cost of a payment now, the most that can be sent, and what is known about the recipient. */
export function createQuoteSend(ports: QuoteSendPorts): Handler<typeof quoteSend> {
  return async ({ body, session }) => {
    const place = findToken(ports.networks, body.tokenId);
    if (place === null) return refuse('unknown-token');
    const amount = parseBaseUnits(body.amount ?? '0');
    // A zero is an amount that is still being typed.
    if (!amount.ok && amount.problem !== 'zero') return refuse('amount-not-valid');
    const recipient = readRecipient(ports, place.network, {
      text: body.recipientAddress,
      sender: session.publicAddress,
    });
    if (recipient !== null && !recipient.ok) {
      return refuse(codeByRecipientProblem[recipient.problem]);
    }
    const request = {
      place,
      session,
      amount: amount.ok ? amount.units : null,
      recipient: recipient?.address ?? null,
    };
    try {
      return await quote(ports, request);
    } catch (cause) {
      if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
      throw cause;
    }
  };
}

interface QuoteRequest {
  readonly place: Place;
  readonly session: CallSession;
  readonly amount: BaseUnits | null;
  readonly recipient: PublicAddress | null;
}

function readRecipient(
  { toChecksumAddress }: QuoteSendPorts,
  network: Network,
  { text, sender }: { readonly text: string | undefined; readonly sender: `0x${string}` },
) {
  if (text === undefined) return null;
  return checkRecipient(text, {
    sender,
    tokenAddresses: contractsOf(network),
    toChecksum: toChecksumAddress,
  });
}

async function quote(
  ports: QuoteSendPorts,
  request: QuoteRequest,
): Promise<{ data: Quote } | Refusal> {
  const { place, session, recipient } = request;
  const { network, token, feeToken } = place;
  const chain = ports.chains.get(network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  const sender = session.publicAddress as PublicAddress;
  const reading = await ports.balances.read(sender, network);
  const { available } = balanceOf(reading, token);
  const [priced, facts] = await Promise.all([
    chain.prepareTransfer({
      token,
      from: sender,
      to: recipient ?? strangerTo(sender),
      amount: payableAmount(request.amount, available),
    }),
    recipient === null
      ? null
      : recipientFacts(ports, chain, { userId: session.userId, address: recipient }),
  ]);
  if (!priced.ok) {
    const isTokenRefusing = priced.reason === 'returned-false';
    return isTokenRefusing ? refuseTransfer(token) : refuse('transaction-would-fail');
  }
  const { gas, fees, expectedFee } = priced.prepared;
  const cost = { token, feeToken, expectedFee, ceiling: feeCeiling(gas, fees), available };
  return { data: { ...feeQuote(ports.prices, cost), recipient: facts } };
}

const SMALLEST = toBaseUnits(1n);

/** An amount that the simulation can move: at most the balance, and the smallest unit while none is entered. */
export function payableAmount(amount: BaseUnits | null, available: BaseUnits): BaseUnits {
  return smallerUnits(amount ?? SMALLEST, available);
}

/** An address that never owned anything, so that the estimate is the highest: the sender's bits inverted. */
export function strangerTo(sender: PublicAddress): PublicAddress {
  const inverted = BigInt(sender) ^ (2n ** 160n - 1n);
  return `0x${inverted.toString(16).padStart(40, '0')}` as PublicAddress;
}

async function recipientFacts(
  { operations }: QuoteSendPorts,
  chain: PublicChain,
  { userId, address }: { readonly userId: string; readonly address: PublicAddress },
): Promise<Quote['recipient']> {
  const [isContract, paidBefore] = await Promise.all([
    chain.isContract(address),
    operations.recipients(userId),
  ]);
  return {
    address,
    isContract,
    isFirstTime: !paidBefore.some((known) => isSameAddress(known, address)),
    lookAlike: lookAlike(address, paidBefore),
  };
}
