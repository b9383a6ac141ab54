import './link-row.css';
import type { ClaimRecipient } from '#domain/claim/claim';
import type { Coin } from '#wire/wallet/coin';
import { ChannelIcon } from '../../claims/channel-icon.tsx';
import { whoCanClaim } from '../../claims/claim-texts.ts';
import { Notice } from '../../ui/notice.tsx';
import type { SummaryRow } from '../../ui/summary.tsx';

interface ReviewedLink {
  readonly message: string;
  readonly fee: SummaryRow;
  /** As in `0.012000 POL`; null while it isn't known. */
  readonly setAside: string | null;
}

/** @returns what a review says about a payment by link */
export function linkRows(
  recipient: ClaimRecipient,
  { message, fee, setAside }: ReviewedLink,
): readonly SummaryRow[] {
  const messageValue = <bdi className="link-to__message">“{message}”</bdi>;
  return [
    { label: 'To', value: <LinkTo recipient={recipient} />, isStacked: true },
    ...(message === ''
      ? []
      : [{ label: 'Message', value: messageValue, isStacked: message.length > SHORT }]),
    fee,
    ...(setAside === null
      ? []
      : [
          {
            label: 'Claiming is free',
            value: `${setAside} of the fee is set aside for it`,
            isStacked: true,
          },
        ]),
    {
      label: 'If no one claims it',
      value: 'It comes back to you after 30 days. You can take it back until someone claims it.',
      isStacked: true,
    },
  ];
}

/** Fits beside its label on a phone. */
const SHORT = 24;

function LinkTo({ recipient }: { recipient: ClaimRecipient }) {
  return (
    <span className="link-to">
      <span className="link-row__disc">
        <ChannelIcon channel={recipient.channel} size={18} />
      </span>
      <span className="link-to__lines">
        <bdi className="link-to__value">{recipient.value}</bdi>
        <span>{whoCanClaim(recipient)}</span>
      </span>
    </span>
  );
}

/** What anyone can see of it, and what only some can. */
export function LinkVisibility({ coin, linkTo }: { coin: Coin; linkTo: string }) {
  const what = linkTo.includes('@') ? 'email address' : 'phone number';
  return (
    <Notice>
      Anyone can see on {coin.chain} that you set this amount aside, and later which address claimed
      it. {coin.chain} doesn’t show the {what}.
    </Notice>
  );
}
