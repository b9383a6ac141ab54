import type { TransactionHash } from '#domain/address/address';
import { addUnits, type BaseUnits, digitsToBaseUnits } from '#domain/amount/base-units';
import type { ClaimTerms, PublicClaimTerms } from '#domain/claim/claim';
import type { OpenedClaim, OwnClaim, StoredClaim } from '../../../ports/claims.ts';
import type { LinkPlace, LinkSeals } from '../../../ports/link-seals.ts';
import type { OwnSeals } from '../../../ports/own-seals.ts';
import type { SealedRow } from '../../../ports/row-seals.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import type { claims } from '../schema/claims.ts';
import type { operations } from '../schema/operations.ts';

/** A claim `c` alone. */
export type BareClaimRow = RowOf<
  typeof claims,
  | 'id'
  | 'user_id'
  | 'number'
  | 'chain_id'
  | 'address'
  | 'content'
  | 'sealed_code'
  | 'created_at'
  | 'expires_at'
>;

type FundingColumns = RowOf<
  typeof operations,
  'status' | 'recipient' | 'fee_paid' | 'approved_in' | 'broadcaster_fee' | 'mined_block_number'
>;
type EndColumns = RowOf<
  typeof operations,
  'status' | 'user_id' | 'account' | 'private_address' | 'mined_hash' | 'mined_at'
>;

/** A claim with the operation `f` that sets its money aside, and the last one `e` that was stored to end it. */
export type ClaimRow = BareClaimRow &
  RowOf<
    typeof claims,
    'operation_id' | 'notified_at' | 'reminders' | 'reminded_at' | 'opened_at'
  > & {
    readonly funding_id: string;
    readonly funding_status: FundingColumns['status'];
    readonly funding_recipient: FundingColumns['recipient'];
    readonly funding_hash: string | null;
    readonly funding_fee: FundingColumns['fee_paid'];
    readonly approved_in: FundingColumns['approved_in'];
    readonly funding_broadcaster_fee: FundingColumns['broadcaster_fee'];
    readonly funding_block: FundingColumns['mined_block_number'];
  } & Nullable<{
    readonly end_status: EndColumns['status'];
    readonly end_user: EndColumns['user_id'];
    readonly end_account: EndColumns['account'];
    readonly end_private_address: EndColumns['private_address'];
    readonly end_hash: EndColumns['mined_hash'];
    readonly end_at: EndColumns['mined_at'];
  }>;

export const BARE_COLUMNS = `c.id, c.user_id, c.number, c.chain_id, c.address, c.content, c.sealed_code, c.created_at,
    c.expires_at`;

export const CLAIM_COLUMNS = `${BARE_COLUMNS}, c.operation_id, c.notified_at, c.reminders, c.reminded_at, c.opened_at,
    f.id as funding_id, f.status as funding_status, f.recipient as funding_recipient, f.fee_paid as funding_fee,
    f.approved_in, f.broadcaster_fee as funding_broadcaster_fee, f.mined_block_number as funding_block, coalesce(f.mined_hash, (
      select t.hash from operation_transactions t
      where t.operation_id = f.id and t.role = 'payment' and t.rung <= greatest(0, f.rungs_tried - 1)
      order by t.rung desc limit 1
    )) as funding_hash, e.status as end_status, e.user_id as end_user, e.account as end_account,
    e.private_address as end_private_address,
    e.mined_hash as end_hash, e.mined_at as end_at`;

/** One without the operation that sets its money aside is no claim yet. */
export const FROM_CLAIMS = `claims c
  join operations f on f.user_id = c.user_id and f.idempotency_key = c.funding_key
  left join operations e on e.id = c.operation_id`;

/** What opens claims, and hears of those that count as none. */
export interface ClaimTrust {
  readonly seals: LinkSeals;
  readonly report: (row: Pick<SealedRow, 'table' | 'id' | 'owner'>) => void;
}

/** What the code of a claim opens. */
interface Content {
  readonly terms: ClaimTerms;
  readonly entropy: Uint8Array;
}

/** What a sender's own key opens: the code, and which child of their seed the wallet is. */
interface OwnSecret {
  readonly code: string;
  readonly number: number;
}

/** @returns the terms and the entropy, sealed under the code */
export function sealContent(
  seals: LinkSeals,
  place: LinkPlace,
  { code, terms, entropy }: Content & { readonly code: string },
): Uint8Array {
  const content = { terms, entropy: Buffer.from(entropy).toString('hex') };
  return seals.seal(place, code, writeExact(content));
}

/** @returns the code and the number, sealed under the sender's own key */
export function sealOwnSecret(
  seals: Pick<OwnSeals, 'seal'>,
  place: LinkPlace,
  { code, number }: OwnSecret,
): Uint8Array {
  return seals.seal(ownPlace(place), JSON.stringify({ code, number }));
}

/** Neither a code nor a number ever changes, so there is one version of them. */
function ownPlace({ id, userId }: LinkPlace) {
  return { id, userId, version: 1 };
}

/** @returns what was sealed under a code; null, reported, where the row isn't what was sealed */
export function openContent(trust: ClaimTrust, code: string, row: BareClaimRow): Content | null {
  const opened = trust.seals.open({ id: row.id, userId: row.user_id }, code, row.content);
  const content = opened.ok ? readExact<SealedContent>(opened.text) : null;
  const terms = content && termsOf(content.terms);
  if (content === null || terms === null || !isOfTerms(row, terms)) return reported(trust, row);
  return { terms, entropy: Buffer.from(content.entropy, 'hex') };
}

interface SealedContent {
  readonly terms: ClaimTerms | Omit<PublicClaimTerms, 'balance'>;
  readonly entropy: string;
}

/** Those of an earlier version, which knew public ones only, don't name their balance. */
function termsOf(terms: SealedContent['terms']): ClaimTerms {
  return 'balance' in terms ? terms : { ...terms, balance: 'public' };
}

/** @returns a user's own claim; null, reported, where the row isn't what they sealed */
export function openBare(
  trust: ClaimTrust,
  seals: Pick<OwnSeals, 'open'>,
  row: BareClaimRow,
): Pick<OwnClaim, 'id' | 'code' | 'terms'> | null {
  const opened = seals.open(ownPlace({ id: row.id, userId: row.user_id }), row.sealed_code);
  if (!opened.ok) return reported(trust, row);
  const { code, number } = JSON.parse(opened.text) as OwnSecret;
  const content = openContent(trust, code, row);
  if (content === null) return null;
  content.entropy.fill(0);
  if (content.terms.number !== number) return reported(trust, row);
  return { id: row.id, code, terms: content.terms };
}

/** @returns a user's own claim with what happened to it */
export function openOwn(
  trust: ClaimTrust,
  seals: Pick<OwnSeals, 'open'>,
  row: ClaimRow,
): OwnClaim | null {
  const bare = openBare(trust, seals, row);
  if (bare === null) return null;
  const stored = storedClaim(trust, row, bare.terms);
  return stored && { ...stored, code: bare.code };
}

/** @returns a claim with what opens its wallet */
export function openFound(trust: ClaimTrust, code: string, row: ClaimRow): OpenedClaim | null {
  const content = openContent(trust, code, row);
  if (content === null) return null;
  const stored = storedClaim(trust, row, content.terms);
  if (stored !== null) return { ...stored, entropy: content.entropy };
  content.entropy.fill(0);
  return null;
}

function isOfTerms(row: BareClaimRow, terms: ClaimTerms): boolean {
  return (
    row.number === terms.number &&
    row.chain_id === terms.chainId &&
    row.address === terms.address &&
    row.created_at.getTime() === terms.createdAt.getTime() &&
    row.expires_at.getTime() === terms.expiresAt.getTime()
  );
}

/** Its operations count only where one pays into its wallet, and the other out of it. */
function storedClaim(trust: ClaimTrust, row: ClaimRow, terms: ClaimTerms): StoredClaim | null {
  const isPaidElsewhere = row.funding_recipient !== terms.address;
  const endsFrom = terms.balance === 'public' ? row.end_account : row.end_private_address;
  const isEndedElsewhere = row.end_status !== null && endsFrom !== terms.address;
  if (isPaidElsewhere || isEndedElsewhere) return reported(trust, row);
  return {
    ...{ id: row.id, userId: row.user_id, terms },
    record: { funding: row.funding_status, end: endOf(row) },
    funding: {
      operationId: row.funding_id,
      transactionHash: row.funding_hash as TransactionHash | null,
      feePaid: terms.balance === 'public' ? publicFee(row) : privateFee(row),
      block: row.funding_block === null ? null : BigInt(row.funding_block),
    },
    lastEnd:
      row.operation_id === null || row.end_user === null
        ? null
        : { operationId: row.operation_id, userId: row.end_user },
    endedIn: endedIn(row),
    notifiedAt: row.notified_at,
    reminders: row.reminders,
    remindedAt: row.reminded_at,
    openedAt: row.opened_at,
  };
}

/** What the network charged; null until a block has it. */
function publicFee({ funding_fee: fee, approved_in: before }: ClaimRow): BaseUnits | null {
  if (fee === null) return null;
  return addUnits(digitsToBaseUnits(fee), digitsToBaseUnits(before?.feePaid ?? '0'));
}

/** What the broadcaster got; the network charges Kax. */
function privateFee(row: ClaimRow): BaseUnits | null {
  return row.funding_block === null ? null : digitsToBaseUnits(row.funding_broadcaster_fee ?? '0');
}

/** Operations stay stored; one that isn't there keeps others out, as it does where they are stored. */
function endOf(row: ClaimRow): StoredClaim['record']['end'] {
  if (row.operation_id === null) return null;
  return { status: row.end_status ?? 'created', isReturn: row.end_user === row.user_id };
}

function endedIn(row: ClaimRow): StoredClaim['endedIn'] {
  const { end_hash: transactionHash, end_at: at, end_status: status } = row;
  const isMined = status === 'mined' || status === 'confirmed';
  return isMined && transactionHash !== null && at !== null ? { transactionHash, at } : null;
}

function reported({ report }: ClaimTrust, { id, user_id: owner }: BareClaimRow): null {
  report({ table: 'claims', id, owner });
  return null;
}
