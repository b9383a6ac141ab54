import { parseEntryId } from '#domain/activity/entry-id';
import { readChainRecord } from '#receipt/read-chain-record';
import { receiptText, type UnsignedReceipt } from '#receipt/receipt-text';
import { recordRequests } from '#receipt/record-requests';
import { verifyReceipt } from '#receipt/verify-receipt';
import type { BodyOf } from '#wire/contract';
import type { makeReceipt } from '#wire/wallet/make-receipt';
import type { Receipt } from '#wire/wallet/receipt';
import { normalizeUserName } from '../../application/account-name.ts';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { refuseUnopened } from '../../application/refuse-unopened.ts';
import { takeQuotas } from '../../application/take-quotas.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { ChainResponses } from '../../ports/chain-responses.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault, LendingOutcome } from '../../ports/key-vault.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { SenderNames } from '../../ports/sender-names.ts';
import { findPrivatePayment, type PrivatePaymentPorts } from './receipts/find-private-payment.ts';
import { findPublicPayment, type PublicPaymentPorts } from './receipts/find-public-payment.ts';
import type { ReceiptPayment } from './receipts/receipt-payment.ts';

export interface MakeReceiptPorts extends PublicPaymentPorts, PrivatePaymentPorts {
  readonly vault: Pick<KeyVault, 'withViewKey' | 'withPublicSigner' | 'signPrivateReceipt'>;
  readonly senderNames: SenderNames;
  /** By chain id. */
  readonly responses: ReadonlyMap<number, ChainResponses>;
  readonly limits: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>;
  readonly clock: Pick<Clock, 'now'>;
}

const receiptsOfUser = { most: 200, windowMs: 60 * 60_000 };
const TOO_MANY_RECEIPTS = 'You’ve made too many receipts.';
const NAME_NOT_VALID = 'Enter a name using up to 100 visible characters, on one line.';

/**
 * Makes a receipt of one final payment, signed by the user's side of it. A public one is checked against the network
 * before it leaves; a private one can't be, because no node may learn which payment it is about.
 */
export function createMakeReceipt(ports: MakeReceiptPorts): Handler<typeof makeReceipt> {
  return async ({ body, session }) => {
    const entry = parseEntryId(body.entryId);
    if (entry === null) return refuse('unknown-entry');
    const otherName = body.otherName === null ? null : normalizeUserName(body.otherName);
    if (otherName === null && body.otherName !== null) {
      return refuse('bad-request', { sentence: NAME_NOT_VALID });
    }
    const quota = [[`receipts hour ${session.userId}`, receiptsOfUser]] as const;
    const wait = await takeQuotas(ports.limits, quota, ports.clock.now());
    if (wait > 0) return tooMany(wait, TOO_MANY_RECEIPTS);
    const isPrivate = body.mode === 'private';
    const found = await (isPrivate ? findPrivatePayment : findPublicPayment)(ports, entry, session);
    if (!found.ok) return found.refusal;
    const { payment } = found;
    const ownName = body.showsOwnName ? await ownNameOf(ports, session) : null;
    const stated = statedIn(payment, body, { ownName, otherName });
    const unsigned = unsignedReceipt(payment, { stated, issuedAt: ports.clock.now() });
    const signature = await sign(ports, session, { unsigned, isPrivate });
    if (!signature.ok) return refuseUnopened(signature.reason);
    const receipt: Receipt = { ...unsigned, signature: signature.value };
    const refusal = isPrivate ? null : await checkOnChain(ports, receipt);
    return refusal ?? { data: receipt };
  };
}

async function ownNameOf(
  { senderNames }: Pick<MakeReceiptPorts, 'senderNames'>,
  { privateAddress }: CallSession,
): Promise<string | null> {
  return (await senderNames.namesOf([privateAddress])).get(privateAddress) ?? null;
}

function statedIn(
  { issuer, message }: ReceiptPayment,
  { showsMessage }: BodyOf<typeof makeReceipt>,
  { ownName, otherName }: { readonly ownName: string | null; readonly otherName: string | null },
): Receipt['stated'] {
  const [fromName, toName] = issuer === 'sender' ? [ownName, otherName] : [otherName, ownName];
  return { fromName, toName, message: showsMessage ? message : null };
}

function unsignedReceipt(
  payment: ReceiptPayment,
  { stated, issuedAt }: { readonly stated: Receipt['stated']; readonly issuedAt: Date },
): UnsignedReceipt {
  const { network, token, transactionHash, blockNumber, from, to, proof, issuer } = payment;
  return {
    format: 'kax-receipt',
    version: 1,
    chainId: network.chainId,
    chain: network.name,
    ...{ transactionHash, blockNumber },
    at: payment.at.toISOString(),
    token: { symbol: token.symbol, decimals: token.decimals, address: payment.contract },
    amount: payment.amount.toString(),
    ...{ from, to, stated, proof, issuer },
    issuedAt: issuedAt.toISOString(),
  };
}

function sign(
  { vault }: Pick<MakeReceiptPorts, 'vault'>,
  session: CallSession,
  { unsigned, isPrivate }: { readonly unsigned: UnsignedReceipt; readonly isPrivate: boolean },
): Promise<LendingOutcome<`0x${string}`>> {
  const text = receiptText(unsigned);
  return isPrivate
    ? vault.signPrivateReceipt(session, text)
    : vault.withPublicSigner(session, (signer) => signer.signMessage(text));
}

/** What we stored of a payment is not what others can check: a receipt that a node contradicts isn't given out. */
async function checkOnChain(
  { responses }: Pick<MakeReceiptPorts, 'responses'>,
  receipt: Receipt,
): Promise<Refusal | null> {
  const given = await respond(responses.get(receipt.chainId), receipt);
  const read = given === null ? null : readChainRecord(given);
  if (read === null || !read.ok) return refuse('chain-unavailable');
  return verifyReceipt(receipt, read.record).isGenuine ? null : refuse('receipt-not-possible');
}

async function respond(
  responses: ChainResponses | undefined,
  receipt: Receipt,
): Promise<readonly unknown[] | null> {
  try {
    return (await responses?.respond(recordRequests(receipt))) ?? null;
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}
