import { isSignedBy } from '#pool/signed-text';
import type { Receipt } from '#wire/wallet/receipt';
import type { ChainRecord } from './chain-record.ts';
import { knownNetwork } from './known-networks.ts';
import type { PaymentEvidence } from './payment-evidence.ts';
import { privatePayment } from './private-payment.ts';
import { publicPayment } from './public-payment.ts';
import { receiptText } from './receipt-text.ts';
import { unshieldPayment } from './unshield-payment.ts';
import type { ClaimResult, ReceiptVerdict } from './verdict.ts';

const NATIVE_DECIMALS = 18;

/**
 * Compares what a receipt claims with what a node reports, and its signature with what it says.
 * @param record of the responses to `recordRequests(receipt)`
 */
export function verifyReceipt(receipt: Receipt, record: ChainRecord): ReceiptVerdict {
  const isSigned = isSignedByIssuer(receipt);
  const evidence = evidenceOf(receipt, record, isSigned);
  const results = {
    transaction: provenIf(isThisTransaction(receipt, record)),
    time: provenIf(receipt.at === record.at.toISOString()),
    token: provenIf(evidence.showsToken && isTokenAsNamed(receipt, record)),
    amount: provenIf(evidence.showsAmount),
    recipient: provenIf(evidence.showsRecipient),
    sender: evidence.sender,
    signature: provenIf(isSigned),
  };
  const { sender, ...others } = results;
  const isGenuine =
    sender !== 'wrong' && Object.values(others).every((result) => result === 'proven');
  return { isGenuine, results, pool: evidence.pool };
}

function provenIf(isShown: boolean): ClaimResult {
  return isShown ? 'proven' : 'wrong';
}

function evidenceOf(receipt: Receipt, record: ChainRecord, isSigned: boolean): PaymentEvidence {
  switch (receipt.proof.kind) {
    case 'public-transfer':
      return publicPayment(receipt, record);
    case 'unshield':
      return unshieldPayment(receipt, record);
    case 'private-transfer':
      return privatePayment(receipt, record, isSigned);
  }
}

function isThisTransaction(receipt: Receipt, record: ChainRecord): boolean {
  const network = knownNetwork(receipt.chainId);
  return (
    receipt.chainId === record.chainId &&
    (network === null || network.name === receipt.chain) &&
    receipt.transactionHash === record.hash &&
    receipt.blockNumber === record.blockNumber &&
    record.isSuccess
  );
}

/** The decimals decide how much an amount is. */
function isTokenAsNamed(receipt: Receipt, record: ChainRecord): boolean {
  const { token, chainId } = receipt;
  if (token.address === null) {
    const symbol = knownNetwork(chainId)?.nativeSymbol ?? token.symbol;
    return token.decimals === NATIVE_DECIMALS && token.symbol === symbol;
  }
  if (record.token === null || record.token.decimals !== token.decimals) return false;
  return record.token.symbol === token.symbol || isWrappedCoin(receipt, record.token.symbol);
}

/**
 * Kax calls the wrapped coin in the pool by the coin's own name. Elsewhere than on a known network, a wrapped coin is one
 * whose symbol has a W before it.
 */
function isWrappedCoin({ token, chainId, proof }: Receipt, contractSymbol: string): boolean {
  if (proof.kind !== 'private-transfer') return false;
  const network = knownNetwork(chainId);
  const wrapped = network?.wrappedNative ?? null;
  if (network === null || wrapped === null) return contractSymbol === `W${token.symbol}`;
  return token.address?.toLowerCase() === wrapped && token.symbol === network.nativeSymbol;
}

/** The issuer is the side whose key can sign for such a payment; of a payment out of the pool, only its sender. */
function isSignedByIssuer(receipt: Receipt): boolean {
  const { from, to, proof, issuer, chainId, signature } = receipt;
  const address = issuer === 'sender' ? from : to;
  if (address === null) return false;
  const isPrivate = address.startsWith('0zk');
  if (isPrivate !== (proof.kind !== 'public-transfer')) return false;
  return isSignedBy({ text: receiptText(receipt), signature, address, chainId });
}
