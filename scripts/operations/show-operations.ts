import type {
  ExplainedAccount,
  ExplainedTransaction,
  Explanation,
  ListEntry,
} from '../../apps/api/src/operations/explain/explain-operation.ts';
import {
  dateText,
  durationText,
  gweiText,
  nativeText,
} from '../../apps/api/src/operations/explain/texts.ts';
import type { SentTransaction } from '../../apps/api/src/operations/operator/resend-operation.ts';
import type { BroadcastOutcome } from '../../apps/api/src/ports/public-chain.ts';

const WIDTH = 100;
const LABEL_WIDTH = 11;

/** @returns the list of open operations, at most 100 columns wide. */
export function showList(entries: readonly ListEntry[], now: Date): string {
  if (entries.length === 0) return 'No operation is open.';
  const count = entries.length === 1 ? '1 open operation' : `${entries.length} open operations`;
  const blocks = entries.map((entry) => [headOf(entry, now), ...linesOf(entry)].join('\n'));
  return [`${count}, oldest first.`, ...blocks].join('\n\n');
}

/** @returns everything about one operation, at most 100 columns wide. */
export function showExplanation(explanation: Explanation, now: Date): string {
  const { pricePerGas, feeSymbol } = explanation;
  const price =
    pricePerGas === null ? '' : ` (the network charges ${gweiText(BigInt(pricePerGas))})`;
  const head = [headOf(explanation, now), ...linesOf(explanation), ...claimLines(explanation)];
  return [
    head.join('\n'),
    sectionOf(
      `Signed transactions${price}`,
      explanation.transactions.flatMap((each) => transactionLines(each, feeSymbol)),
    ),
    sectionOf(
      'Account on each node',
      explanation.accounts.flatMap((each) => accountLines(each, feeSymbol)),
    ),
    sectionOf(
      'History',
      explanation.history.map(({ at, what }) => `${dateText(at)}   ${what}`),
    ),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

/** @returns what nodes said to each transaction that was sent again. */
export function showSent(sent: readonly SentTransaction[]): string {
  return sent
    .map(({ transaction, outcome }) => `${nameOf(transaction)}   ${outcomeText(outcome)}`)
    .join('\n');
}

function headOf({ kind, status, createdAt }: ListEntry, now: Date): string {
  return `${kind} · ${status} · ${durationText(now.getTime() - createdAt.getTime())} old`;
}

function linesOf({ id, userId, account, network, nonce, why, next }: ListEntry): string[] {
  const at = nonce === null ? '' : `, nonce ${nonce}`;
  return [
    labelled('Id', id),
    labelled('User', userId),
    labelled('Account', `${account} on ${network}${at}`),
    labelled('Why', why),
    labelled('Next', next),
  ];
}

function claimLines({ claimEndsInMs, claims }: Explanation): string[] {
  const held =
    claimEndsInMs === null
      ? 'No worker has it.'
      : `A worker has it, for ${durationText(claimEndsInMs)} more.`;
  return [labelled('Claim', `${held} Claimed or changed ${claims} times so far.`)];
}

function transactionLines(
  { role, rung, nonce, hash, maxFeePerGas, maxFee, isSent, nodes }: ExplainedTransaction,
  symbol: string,
): string[] {
  const fee = `${gweiText(BigInt(maxFeePerGas))}, at most ${nativeText(BigInt(maxFee), symbol, 'up')}`;
  const sightings = nodes.map(({ host, sighting }) => `${host}: ${sighting}`).join(' · ');
  return [
    `${nameOf({ role, rung, nonce })}   ${(isSent ? 'sent' : 'not sent').padEnd(8)}   ${fee}`,
    `  ${hash}`,
    ...wrap(sightings, WIDTH - 4).map((line) => `  ${line}`),
  ];
}

function accountLines(account: ExplainedAccount, symbol: string): readonly string[] {
  if ('problem' in account) return [account.host, `  ${account.problem}`];
  const { host, latestBlock, nextNonce, nextPendingNonce, balance, isEnough } = account;
  const enough = isEnough === null ? '' : isEnough ? ', enough' : ', not enough';
  const nonces = `next nonce ${nextNonce}, with its pool ${nextPendingNonce}`;
  const has = `${nativeText(BigInt(balance), symbol, 'down')}${enough}`;
  return [host, `  ${[`block ${latestBlock}`, nonces, has].join('   ')}`];
}

/** Padded, so that what follows is one column. */
function nameOf({
  role,
  rung,
  nonce,
}: Pick<ExplainedTransaction, 'role' | 'rung' | 'nonce'>): string {
  const name = rung === null ? `${role}, cancellation` : `${role}, rung ${rung}`;
  return `${name.padEnd(22)} nonce ${String(nonce).padEnd(5)}`;
}

function outcomeText(outcome: BroadcastOutcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return 'accepted';
    case 'already-known':
      return 'a node already has it';
    case 'nonce-too-low':
      return 'its nonce is used';
    case 'underpriced':
      return 'refused: its fee is too low';
    case 'fee-above-cap':
      return 'refused: the nodes accept no fee this high';
    case 'insufficient-funds':
      return 'refused: the account has too little for it';
    case 'unknown':
      return `no clear response: ${outcome.reason}`;
  }
}

function sectionOf(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

function labelled(label: string, text: string): string {
  const [first = '', ...rest] = wrap(text, WIDTH - LABEL_WIDTH);
  const indent = ' '.repeat(LABEL_WIDTH);
  return [`  ${label}`.padEnd(LABEL_WIDTH) + first, ...rest.map((line) => indent + line)].join(
    '\n',
  );
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
