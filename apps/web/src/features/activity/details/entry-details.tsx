import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isSameAddress } from '#domain/address/parse-public-address';
import { addUnits, type BaseUnits, digitsToBaseUnits } from '#domain/amount/base-units';
import { DECIMALS_SHOWN, formatBaseUnits } from '#domain/amount/base-units-to-display';
import { pageLocale, t } from '#language/t';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { OperationView } from '#wire/wallet/operation';
import { useContactOf } from '../../../contacts/contact-of.ts';
import { useOwnAddresses } from '../../../contacts/own-addresses.ts';
import { localAmount } from '../../../lib/local-figure.ts';
import { useDiscretion } from '../../../state/discretion.ts';
import { FullAddress, ShortAddress } from '../../../ui/address.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Secret } from '../../../ui/secret.tsx';
import { Summary, type SummaryRow } from '../../../ui/summary.tsx';
import type { ActivityEntry } from '../entry.ts';
import { typeLabelOf } from '../entry-labels.ts';
import { ExplorerWarning } from '../explorer-warning.tsx';
import { chainSentence } from './chain-sentence.ts';
import { exactAmount } from './entry-texts.ts';

interface EntryDetailsProps {
  entry: ActivityEntry;
  operation: OperationView | null;
  /** What its operation, its swap or its order says besides. */
  facts: readonly SummaryRow[];
}

/** The record of an entry: when, where, at what cost, between whom, and what anyone can see of it. */
export function EntryDetails({ entry, operation, facts }: EntryDetailsProps) {
  const [warnedUrl, setWarnedUrl] = useState<string | null>(null);
  const isHidden = useDiscretion();
  const isPrivate = entry.mode !== 'public';
  const open = (url: string) => (isPrivate ? setWarnedUrl(url) : openOutside(url));
  return (
    <section className="card entry-details" aria-labelledby="entry-details">
      <h2 className="card-title" id="entry-details">
        {t('Details')}
      </h2>
      <Summary
        rows={[
          { label: t('Type'), value: typeLabelOf(entry) },
          ...timeRows(entry, operation),
          { label: t('Network'), value: networksOf(entry) },
          ...balanceRows(entry),
          ...amountRows(entry, isHidden),
          ...feeRows(entry, operation),
          ...facts,
          ...addressRows(entry, operation),
          ...hashRows(transactionsOf(entry, operation), open),
        ]}
      />
      <p className="entry-details__sentence">{chainSentence(entry, isSent(entry, operation))}</p>
      <ExplorerWarning url={warnedUrl} onOpen={openOutside} onClose={() => setWarnedUrl(null)} />
    </section>
  );
}

/** Opens a page that gets neither the referrer nor access to this window. */
function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

function timeRows(entry: ActivityEntry, operation: OperationView | null): readonly SummaryRow[] {
  const { rows, kind, swap, status } = entry;
  const times = rows.map(({ transaction }) => Date.parse(transaction.date));
  const startedAt = operation?.createdAt ?? swap?.createdAt;
  const started = startedAt === undefined ? Math.min(...times) : Date.parse(startedAt);
  const begin = {
    label: kind === 'received' ? t('Received') : t('Started'),
    value: timeText(started),
  };
  const final = finalTime(operation);
  const ended =
    final ?? (swap !== null && status !== 'pending' ? Date.parse(swap.updatedAt) : null);
  return ended === null ? [begin] : [begin, { label: endLabel(status), value: timeText(ended) }];
}

function endLabel(status: ActivityEntry['status']): string {
  return status === 'failed' ? t('Ended') : t('Final');
}

function finalTime(operation: OperationView | null): number | null {
  if (operation === null) return null;
  const isEnded = operation.failure !== null || operation.status === 'confirmed';
  if (!isEnded) return null;
  const at = operation.steps.at(-1)?.at ?? operation.updatedAt;
  return Date.parse(at);
}

function timeText(at: number): ReactNode {
  return <time dateTime={new Date(at).toISOString()}>{moment.format(at)}</time>;
}

const moment = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeStyle: 'medium' });

function networksOf({ rows, swap }: ActivityEntry): string {
  const ends = swap === null ? [] : [swap.swaps[0]?.from.chain, swap.swaps.at(-1)?.to.chain];
  const inRows = rows.map(({ transaction }) => transaction.chain);
  return [...new Set([...ends, ...inRows].filter((chain) => chain !== undefined))].join(', ');
}

function balanceRows({ kind, mode }: ActivityEntry): readonly SummaryRow[] {
  if (mode === 'both' || (kind !== 'sent' && kind !== 'received')) return [];
  const value = mode === 'private' ? t('Private balance') : t('Public balance');
  return [{ label: kind === 'sent' ? t('Paid from') : t('Into'), value }];
}

/** What the title leaves out of a figure with many decimals. */
function amountRows({ amount, kind }: ActivityEntry, isHidden: boolean): readonly SummaryRow[] {
  const exact = exactAmount(amount);
  if (exact === null || amount.isExpected) return [];
  const value = (
    <Secret isHidden={isHidden} width="9em">
      {exact}
    </Secret>
  );
  return [
    { label: kind === 'swap' ? t('Exactly received') : t('Exact amount'), value, isStacked: true },
  ];
}

/** What this account paid the networks. The operation knows it better, where there is one. */
function feeRows({ rows }: ActivityEntry, operation: OperationView | null): readonly SummaryRow[] {
  if (operation !== null) return [];
  const bySymbol = new Map<string, { units: BaseUnits; decimals: number }>();
  for (const { fee } of oncePerTransaction(rows.map(({ transaction }) => transaction))) {
    if (fee === null) continue;
    const known = bySymbol.get(fee.symbol);
    const paid = digitsToBaseUnits(fee.paid);
    const units = known === undefined ? paid : addUnits(known.units, paid);
    bySymbol.set(fee.symbol, { units, decimals: fee.decimals });
  }
  const texts = [...bySymbol].map(([symbol, { units, decimals }]) => {
    const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
    return localAmount(formatBaseUnits(units, decimals, shown), symbol);
  });
  return texts.length === 0 ? [] : [{ label: t('Network fee'), value: texts.join(' + ') }];
}

function oncePerTransaction(
  transactions: readonly ActivityTransaction[],
): readonly ActivityTransaction[] {
  const byHash = new Map(
    transactions.map((each) => [`${each.chainId} ${each.transactionHash ?? each.id}`, each]),
  );
  return [...byHash.values()];
}

function addressRows(entry: ActivityEntry, operation: OperationView | null): readonly SummaryRow[] {
  if (entry.kind === 'swap' || entry.hasSeveralCounterparties) return [];
  const { lead, rows } = entry;
  const from = operation?.from ?? sideOf('from', entry) ?? lead.transaction.from;
  const to = operation?.to ?? lead.transaction.to;
  const isHidden = from === null && entry.kind === 'received' && rows.every(isPrivateRow);
  return [
    ...(from === null && !isHidden ? [] : [addressRow(t('From'), from)]),
    ...(to === null ? [] : [addressRow(t('To'), to)]),
  ];
}

function isPrivateRow({ mode }: ActivityEntry['rows'][number]): boolean {
  return mode === 'private';
}

/** What goes into the pool is known by where it came from in the public history alone. */
function sideOf(side: 'from', { kind, rows }: ActivityEntry): string | null {
  if (kind !== 'made-private') return null;
  return rows.find(({ mode }) => mode === 'public')?.transaction[side] ?? null;
}

function addressRow(label: string, address: string | null): SummaryRow {
  const value = address === null ? t('Not shown to you') : <WholeAddress address={address} />;
  return { label, value, isStacked: address !== null };
}

function WholeAddress({ address }: { address: string }) {
  const contact = useContactOf(address);
  const isOwn = useOwnAddresses().some((own) => isSameAddress(own, address));
  const name = isOwn ? ownName(address) : contact?.name;
  return (
    <span className="entry-address">
      {name === undefined ? null : <bdi className="entry-address__name">{name}</bdi>}
      <span className="entry-address__whole">
        <FullAddress address={address} />
        <CopyButton text={address} label={t('Copy this address')} />
      </span>
    </span>
  );
}

function ownName(address: string): string {
  return address.startsWith('0zk') ? t('Your private address') : t('Your public address');
}

function isSent(entry: ActivityEntry, operation: OperationView | null): boolean {
  if (operation?.isCancelled) return false;
  const isInSwap = entry.swap?.progress.some(({ txId }) => txId !== null) ?? false;
  return isInSwap || transactionsOf(entry, operation).length > 0;
}

/** Each transaction once, the oldest first. An operation knows its own before a history does. */
function transactionsOf(
  { rows, lead }: ActivityEntry,
  operation: OperationView | null,
): readonly ActivityTransaction[] {
  const inOrder = rows.map(({ transaction }) => transaction).toReversed();
  const sent = oncePerTransaction(inOrder).filter(
    ({ transactionHash }) => transactionHash !== null,
  );
  if (sent.length > 0 || operation === null || operation.transactionHash === null) return sent;
  const { transactionHash, explorerUrl } = operation;
  return [{ ...lead.transaction, transactionHash, explorerUrl }];
}

function hashRows(
  sent: readonly ActivityTransaction[],
  onOpen: (url: string) => void,
): readonly SummaryRow[] {
  const [approvals, others] = [sent.filter(isApproval), sent.filter((each) => !isApproval(each))];
  return [
    ...numbered(t('Approval hash'), approvals, onOpen),
    ...numbered(t('Transaction hash'), others, onOpen),
  ];
}

function isApproval({ type }: ActivityTransaction): boolean {
  return type === 'approve';
}

function numbered(
  label: string,
  transactions: readonly ActivityTransaction[],
  onOpen: (url: string) => void,
): readonly SummaryRow[] {
  return transactions.map((transaction, index) => ({
    label: transactions.length === 1 ? label : `${label} ${index + 1}`,
    value: <Hash transaction={transaction} onOpen={onOpen} />,
  }));
}

interface HashProps {
  transaction: ActivityTransaction;
  onOpen: (url: string) => void;
}

function Hash({ transaction: { transactionHash, explorerUrl }, onOpen }: HashProps) {
  if (transactionHash === null) return null;
  return (
    <span className="entry-hash">
      <ShortAddress address={transactionHash} />
      <CopyButton text={transactionHash} label={t('Copy transaction hash')} />
      {explorerUrl === null ? null : (
        <IconButton
          look="bare"
          label={t('View in a public explorer')}
          icon={<ExternalLink className="icon" size={14} />}
          onClick={() => onOpen(explorerUrl)}
        />
      )}
    </span>
  );
}
