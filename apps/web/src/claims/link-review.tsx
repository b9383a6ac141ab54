import { t } from '#language/t';
import './link-row.css';
import type { ClaimRecipient } from '#domain/claim/claim';
import type { Coin } from '#wire/wallet/coin';
import { HelpAbout } from '../help/help-about.tsx';
import { Button } from '../ui/button.tsx';
import { ModeMark } from '../ui/mode-mark.tsx';
import { Notice } from '../ui/notice.tsx';
import type { SummaryRow } from '../ui/summary.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import { whoCanClaim } from './claim-texts.ts';
import { recipientOf } from './link-to.ts';

interface ReviewedLink {
  readonly message: string;
  readonly fee: SummaryRow;
  /** As in `0.012000 POL`; null while it isn't known, empty where Kax pays for the claim. */
  readonly setAside: string | null;
}

/** @returns what a review says about a payment by link */
export function linkRows(
  recipient: ClaimRecipient,
  { message, fee, setAside }: ReviewedLink,
): readonly SummaryRow[] {
  const messageValue = <bdi className="link-to__message">“{message}”</bdi>;
  return [
    { label: t('To'), value: <LinkTo recipient={recipient} />, isStacked: true },
    ...(message === ''
      ? []
      : [{ label: t('Message'), value: messageValue, isStacked: message.length > SHORT }]),
    fee,
    ...(setAside === null
      ? []
      : [
          {
            label: t('Claiming is free'),
            value:
              setAside === ''
                ? t('Kax pays for it')
                : t('{amount} of the fee is set aside for it', { amount: setAside }),
            isStacked: true,
          },
        ]),
    {
      label: t('If no one claims it'),
      help: <HelpAbout topic="pay-by-link" about={t('Payment by link')} />,
      value: t('It comes back to you after 30 days. You can take it back until someone claims it.'),
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

interface LinkVisibilityProps {
  coin: Coin;
  linkTo: string;
  /** Pays from the private balance instead; null where that doesn’t suffice. */
  onPrivate: (() => void) | null;
}

/** What anyone can see of a public one, and what only some can. */
export function LinkVisibility({ coin, linkTo, onPrivate }: LinkVisibilityProps) {
  return (
    <Notice
      action={
        onPrivate === null ? undefined : (
          <Button size="sm" onClick={onPrivate}>
            {t('Send it privately')}
          </Button>
        )
      }
    >
      {t(
        'Anyone can see on {chain} that you set this amount aside, and later which address claimed it. {chain} doesn’t show the {channel, select, email {email address} other {phone number}}.',
        { chain: coin.chain, channel: recipientOf(linkTo).channel },
      )}
    </Notice>
  );
}

/** The same of a private one. */
export function PrivateLinkVisibility({ coin, linkTo }: { coin: Coin; linkTo: string }) {
  return (
    <Notice
      tone="accent"
      icon={<ModeMark mode="private" size={18} />}
      title={t('Hidden on {chain}.', { chain: coin.chain })}
    >
      {t(
        'Anyone can see that a private payment was made, but not who paid, who claims it, which token or how much. Whoever has the link can read your name, the amount and the {channel, select, email {email address} other {phone number}}. Kax sees all of it.',
        { channel: recipientOf(linkTo).channel },
      )}
    </Notice>
  );
}
