import { entryIdOfOperation } from '#domain/activity/entry-id';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { ClaimView } from '#wire/wallet/claim';
import { isClaimOver } from '../../claims/claim-badge.ts';
import type { EntryAmount } from './entry-amounts.ts';
import type { EntryRow } from './entry-row.ts';

/** Finds the payment by link that a row belongs to; null for any other row. */
export type ClaimOf = (row: EntryRow) => ClaimView | null;

/**
 * @returns what finds payments by link: whatever goes into or comes out of the wallet of one belongs to it. The pool
 *   doesn't say where private money came from, but which transaction brought it back is known.
 */
export function claimFinder(claims: readonly ClaimView[]): ClaimOf {
  const byAddress = new Map(claims.map((claim) => [claim.address.toLowerCase(), claim]));
  const byReturn = new Map(
    claims
      .filter(({ balance, state }) => balance === 'private' && state === 'returned')
      .map((claim) => [claim.end?.transactionHash ?? '', claim]),
  );
  return ({ mode, transaction: { from, to, transactionHash } }) => {
    const find = (address: string | null) => byAddress.get(address?.toLowerCase() ?? '') ?? null;
    const found = find(to) ?? find(from);
    if (found !== null || mode === 'public') return found;
    return byReturn.get(transactionHash ?? 'none') ?? null;
  };
}

/** @returns the id of the entry that the payment and what became of it are together */
export function claimEntryId({ operationId }: Pick<ClaimView, 'operationId'>): string {
  return entryIdOfOperation(operationId);
}

/** What the rows of a payment by link add up to. */
interface Summed {
  readonly sums: readonly EntryAmount[];
  readonly amount: EntryAmount;
  readonly failure: string | null;
}

/** @returns what an entry is as a payment by link: what is put aside for its fee isn’t listed */
export function claimParts({ sums, amount: listed, failure }: Summed, claim: ClaimView) {
  // In the activity of one coin, only what was put aside for the fee may be listed.
  const isListed = sums.some(({ tokenId }) => tokenId === claim.tokenId);
  const amount = isListed ? amountOf(claim) : listed;
  return {
    kind: 'sent',
    type: claim.balance === 'public' ? 'send' : 'internal-transfer',
    status: statusOf(claim),
    isInProgress: !isClaimOver(claim),
    counterparty: null,
    hasSeveralCounterparties: false,
    sums: [amount],
    amount,
    second: null,
    message: claim.message,
    failure: claim.state === 'failed' ? failure : null,
    claim,
  } as const;
}

function statusOf({ state }: ClaimView): 'pending' | 'success' | 'failed' {
  if (state === 'failed') return 'failed';
  return state === 'sending' || state === 'claiming' || state === 'returning'
    ? 'pending'
    : 'success';
}

/** What came back, or never left, is no change of the balance. */
function amountOf(claim: ClaimView): EntryAmount {
  const { state, balance, tokenId, symbol, chain, decimals, amount } = claim;
  const hasLeft = state !== 'returned' && state !== 'failed';
  return {
    mode: balance,
    tokenId,
    token: symbol,
    chain,
    decimals,
    units: digitsToBaseUnits(amount),
    direction: hasLeft ? 'out' : 'none',
    isExpected: false,
  };
}

/** @returns whether rows are what the user claimed: nothing else that arrives is an operation of their own */
export function isClaimed(rows: readonly EntryRow[]): boolean {
  return rows.some(
    ({ mode, transaction: { type, direction, operationId } }) =>
      operationId !== null && direction === 'in' && type === TYPE_OF_CLAIMED[mode],
  );
}

const TYPE_OF_CLAIMED = { public: 'receive', private: 'internal-transfer' } as const;

/** What the note of a claimed payment says: it gets one that names the sender, and the user can change it. */
export interface ClaimedNote {
  /** As in `Alice Moreau`; null when the note names no one. */
  readonly sender: string | null;
  /** The rest of the note; null for none. */
  readonly rest: string | null;
}

export function readClaimedNote(note: string | null): ClaimedNote {
  const [, sender, rest] = /^From ([^:]+)(?:: (.+))?$/s.exec(note ?? '') ?? [];
  if (sender === undefined) return { sender: null, rest: note };
  return { sender, rest: rest ?? null };
}
