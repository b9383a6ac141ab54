import type { ClaimBalance, ClaimState } from '#domain/claim/claim';
import { t } from '#language/t';
import type { User } from '#wire/auth/user';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { firstNameOf } from '../../contacts/first-name.ts';
import { unitsText } from '../../money-form/amount-text.ts';

/** @returns the exact amount, as in `50 USDC` */
export function claimAmount(claim: Pick<FoundClaim, 'amount' | 'decimals' | 'symbol'>): string {
  return unitsText(BigInt(claim.amount), claim);
}

/** @returns whether a user verified the email or phone that a payment is for */
export function isForUser({ recipient }: Pick<FoundClaim, 'recipient'>, user: User): boolean {
  const { channel, value } = recipient;
  return channel === 'email' ? user.email.toLowerCase() === value : user.phone === value;
}

export interface ClaimEnd {
  readonly tone: 'plain' | 'good' | 'accent';
  readonly icon: 'moving' | 'done' | 'over';
  readonly title: string;
  readonly text: string;
}

/**
 * @param isYours the user is signed in as the one it is for
 * @returns what became of a payment that can't be claimed now; null for one that can
 */
export function endOf(claim: FoundClaim, isYours: boolean): ClaimEnd | null {
  const sender = firstNameOf(claim.senderName);
  const others = textsFor(sender, claim.balance);
  const texts = isYours ? { ...others, ...ownTextsFor(claim.balance) } : others;
  return texts[claim.state];
}

type Texts = Readonly<Record<ClaimState, ClaimEnd | null>>;

const TIME_BY_BALANCE: Readonly<Record<ClaimBalance, string>> = {
  public: t('It usually takes a few seconds.'),
  private: t('It usually takes a minute or two.'),
};

function textsFor(sender: string, balance: ClaimBalance): Texts {
  return {
    waiting: null,
    sending: {
      tone: 'accent',
      icon: 'moving',
      title: t('The money is on its way'),
      text: t('{time} You can claim it here as soon as it arrives.', {
        time: TIME_BY_BALANCE[balance],
      }),
    },
    claiming: {
      tone: 'accent',
      icon: 'moving',
      title: t('It’s being claimed right now'),
      text: t('You don’t need to do anything.'),
    },
    claimed: {
      tone: 'good',
      icon: 'done',
      title: t('It’s been claimed'),
      text: t('This link has done its job. You don’t need to do anything.'),
    },
    expired: {
      tone: 'plain',
      icon: 'over',
      title: t('This link has expired'),
      text: t('The money goes back to {sender}. Ask {sender} to send it again.', { sender }),
    },
    returning: {
      tone: 'plain',
      icon: 'over',
      title: t('It’s going back to {sender}', { sender }),
      text: t('Ask {sender} if you expected this money.', { sender }),
    },
    returned: {
      tone: 'plain',
      icon: 'over',
      title: t('It went back to {sender}', { sender }),
      text: t('Ask {sender} if you expected this money.', { sender }),
    },
    failed: {
      tone: 'plain',
      icon: 'over',
      title: t('This payment didn’t go through'),
      text: t('Ask {sender} to send it again.', { sender }),
    },
  };
}

function ownTextsFor(balance: ClaimBalance): Pick<Texts, 'claiming' | 'claimed'> {
  return {
    claiming: {
      tone: 'accent',
      icon: 'moving',
      title: t('On its way to your {balance, select, private {private} other {public}} balance', {
        balance,
      }),
      // The steps of a private one say so.
      text:
        balance === 'private'
          ? TIME_BY_BALANCE.private
          : t('{time} You can leave this page.', { time: TIME_BY_BALANCE.public }),
    },
    claimed: {
      tone: 'good',
      icon: 'done',
      title: t('It’s yours'),
      text:
        balance === 'private'
          ? t('It’s in your private balance.')
          : t('It’s in your public balance.'),
    },
  };
}
