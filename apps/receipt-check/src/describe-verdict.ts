import { knownNetwork } from '#receipt/known-networks';
import type { ClaimResult, ReceiptClaim, ReceiptVerdict } from '#receipt/verdict';
import type { Receipt } from '#wire/wallet/receipt';
import { amountOf, networkOf, timeOf } from './receipt-words.ts';

/** A verdict as it is read. */
export interface DescribedVerdict {
  /** `warn`: nothing is wrong, and some of what it rests on is to be compared. */
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly summary: string;
  /** What only whoever checks can know, one sentence each; none for what this page knows. */
  readonly compare: readonly string[];
  readonly claims: readonly {
    readonly claim: ReceiptClaim;
    readonly result: ClaimResult;
    /** One word for the result. */
    readonly word: string;
    readonly text: string;
  }[];
  /** What no receipt like this one can show, one sentence each. */
  readonly unproven: readonly string[];
}

const CLAIMS: readonly ReceiptClaim[] = [
  'transaction',
  'time',
  'amount',
  'token',
  'recipient',
  'sender',
  'signature',
];

const WORDS: Readonly<Record<ClaimResult, string>> = {
  proven: 'Shown',
  stated: 'Stated',
  absent: 'Not said',
  wrong: 'Wrong',
};

/** @returns each claim of a receipt with what became of it, and what it doesn't show */
export function describeVerdict(receipt: Receipt, verdict: ReceiptVerdict): DescribedVerdict {
  const { results } = verdict;
  return {
    ...headingOf(receipt, verdict),
    claims: CLAIMS.map((claim) => {
      const result = results[claim];
      return { claim, result, word: WORDS[result], text: textOf(receipt, claim, result) };
    }),
    unproven: unprovenOf(receipt, verdict),
  };
}

function headingOf(
  receipt: Receipt,
  { isGenuine, pool }: ReceiptVerdict,
): Pick<DescribedVerdict, 'tone' | 'title' | 'summary' | 'compare'> {
  if (!isGenuine) {
    return {
      tone: 'bad',
      title: 'This receipt isn’t genuine',
      summary: 'It doesn’t match the network’s record, or it was changed after it was signed.',
      compare: [],
    };
  }
  const compare = unknownIn(receipt, pool);
  const recorder =
    pool !== null && pool === knownNetwork(receipt.chainId)?.pool
      ? `RAILGUN’s contract on ${networkOf(receipt)}, ${pool}, recorded this payment.`
      : `The record of ${networkOf(receipt)} shows this payment.`;
  return compare.length === 0
    ? { tone: 'good', title: 'This receipt is genuine', summary: recorder, compare }
    : {
        tone: 'warn',
        title: 'This receipt matches the record',
        summary: `${recorder} It’s genuine if you know these:`,
        compare,
      };
}

/** Anyone can run a network, and publish a pool and a token that record whatever they like. */
function unknownIn({ chainId, chain, token }: Receipt, pool: string | null): readonly string[] {
  const known = knownNetwork(chainId);
  const symbol = token.address === null ? null : known?.tokens.get(token.address.toLowerCase());
  const isKnownToken = token.address === null || symbol === token.symbol;
  const isKnownWrapped = symbol === `W${token.symbol}` && token.symbol === known?.nativeSymbol;
  return [
    ...(known === null ? [`Network ${chainId}, which the receipt calls “${chain}”.`] : []),
    ...(pool === null || pool === known?.pool
      ? []
      : [`The private pool’s contract ${pool}. Anyone can publish one that records anything.`]),
    ...(isKnownToken || isKnownWrapped
      ? []
      : [
          `The contract of ${token.symbol}, ${token.address}. Anyone can publish a token with this name.`,
        ]),
  ];
}

function textOf(receipt: Receipt, claim: ReceiptClaim, result: ClaimResult): string {
  const { shown, wrong, unshown } = SENTENCES[claim](receipt);
  if (result === 'proven') return shown;
  return result === 'wrong' ? wrong : unshown;
}

interface ClaimSentences {
  readonly shown: string;
  readonly wrong: string;
  /** Neither shown nor contradicted. */
  readonly unshown: string;
}

const SENTENCES: Readonly<Record<ReceiptClaim, (receipt: Receipt) => ClaimSentences>> = {
  transaction: (receipt) => ({
    shown: `The transaction is in block ${receipt.blockNumber} of ${networkOf(receipt)}, and it succeeded.`,
    wrong: `There’s no such successful transaction in block ${receipt.blockNumber} of ${networkOf(receipt)}.`,
    unshown: 'The record doesn’t show the transaction.',
  }),
  time: ({ at }) => ({
    shown: `The payment was made on ${timeOf(at)}.`,
    wrong: `The payment wasn’t made on ${timeOf(at)}.`,
    unshown: 'The record doesn’t show the time.',
  }),
  amount: (receipt) => ({
    // A receipt of notes can leave out others of the same payment.
    shown: `${receipt.proof.kind === 'private-transfer' ? 'At least' : 'Exactly'} ${amountOf(receipt)} arrived.`,
    wrong: `The amount that arrived isn’t ${amountOf(receipt)}.`,
    unshown: 'The record doesn’t show the amount.',
  }),
  token: ({ token }) => ({
    shown:
      token.address === null
        ? 'It was paid in the network’s own coin.'
        : `It was paid in the token of ${token.address}, which calls itself ${token.symbol}.`,
    wrong: `It wasn’t paid in the ${token.symbol} that the receipt names.`,
    unshown: `Nothing shows that the token is called ${token.symbol}.`,
  }),
  recipient: ({ to }) => ({
    shown: `It was paid to ${to}.`,
    wrong: `It wasn’t paid to ${to}.`,
    unshown: 'The record doesn’t show who was paid.',
  }),
  sender: ({ from, issuer }) => ({
    shown: `It was paid by ${from}.`,
    wrong: `It wasn’t paid by ${from ?? 'anyone that the receipt names'}.`,
    unshown: unshownSender(from, issuer),
  }),
  signature: ({ issuer }) => ({
    shown: `The ${issuer} signed this receipt, and nothing in it was changed since.`,
    wrong: `The ${issuer} didn’t sign this receipt as it is: it was changed, or someone else made it.`,
    unshown: `Nothing shows that the ${issuer} signed it.`,
  }),
};

function unshownSender(from: string | null, issuer: Receipt['issuer']): string {
  if (from === null) return 'The sender hides who they are.';
  return issuer === 'sender'
    ? `The owner of ${from} signed that they paid it. The record doesn’t show who did.`
    : `The recipient says that ${from} paid it. Recipients can’t prove who paid them privately.`;
}

function unprovenOf({ stated, issuer }: Receipt, { pool }: ReceiptVerdict): readonly string[] {
  const isNamed = stated.fromName !== null || stated.toName !== null;
  return [
    ...(isNamed ? [`That the names are true. The ${issuer} stated them.`] : []),
    ...(stated.message === null
      ? []
      : [`That this message came with the payment. The ${issuer} stated it.`]),
    'Who owns an address, and what the payment was for. Compare whole addresses, not only how they begin.',
    ...(pool === null
      ? []
      : [
          'That another receipt of this transaction is another payment.',
          'Anything else about either wallet.',
        ]),
    'That the node told the truth. Check with a second one if much depends on it.',
  ];
}
