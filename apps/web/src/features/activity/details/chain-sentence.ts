import { listText, t } from '#language/t';
import type { ActivityEntry } from '../entry.ts';

/**
 * @param isSent false while its network has nothing of it
 * @returns one sentence on what anyone can see of an entry on its network
 */
export function chainSentence(entry: ActivityEntry, isSent: boolean): string {
  const { kind, mode, lead } = entry;
  const { chain, type } = lead.transaction;
  if (!isSent) {
    return entry.status === 'pending'
      ? t('{chain} shows nothing of this yet.', { chain })
      : t('{chain} shows nothing of this.', { chain });
  }
  if (kind === 'made-private') {
    return t(
      '{chain} shows that your public address put this amount into the private pool, but not what you do with it next.',
      { chain },
    );
  }
  if (kind === 'made-public') {
    return t(
      '{chain} shows that your public address got this amount from the private pool, but not from whom.',
      { chain },
    );
  }
  if (mode === 'private') return privateSentence(entry);
  if (kind === 'received' && type === 'unshield') {
    return t('{chain} shows your address and the amount, but not who sent it.', { chain });
  }
  return kind === 'sent' || kind === 'received'
    ? t('Anyone can see both addresses and the amount on {chain}.', { chain })
    : t('Anyone can see this on {chains}.', { chains: listText(chainsOf(entry)) });
}

function chainsOf({ rows }: ActivityEntry): readonly string[] {
  return [...new Set(rows.map(({ transaction }) => transaction.chain).reverse())];
}

function privateSentence({ kind, lead }: ActivityEntry): string {
  const { chain, type } = lead.transaction;
  if (type === 'unshield') {
    return t('{chain} shows the recipient’s address and the amount, but not that you sent it.', {
      chain,
    });
  }
  if (kind === 'received' && type === 'shield') {
    return t('{chain} shows who sent it and the amount, but not that it’s yours.', { chain });
  }
  return t('{chain} shows neither your address nor the other one, and no amount.', { chain });
}
