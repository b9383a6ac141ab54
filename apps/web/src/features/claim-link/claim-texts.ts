import type { ClaimBalance, ClaimState } from '#domain/claim/claim';
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
  public: 'It usually takes a few seconds.',
  private: 'It usually takes a minute or two.',
};

function textsFor(sender: string, balance: ClaimBalance): Texts {
  return {
    waiting: null,
    sending: {
      tone: 'accent',
      icon: 'moving',
      title: 'The money is on its way',
      text: `${TIME_BY_BALANCE[balance]} You can claim it here as soon as it arrives.`,
    },
    claiming: {
      tone: 'accent',
      icon: 'moving',
      title: 'It’s being claimed right now',
      text: 'You don’t need to do anything.',
    },
    claimed: {
      tone: 'good',
      icon: 'done',
      title: 'It’s been claimed',
      text: 'This link has done its job. You don’t need to do anything.',
    },
    expired: {
      tone: 'plain',
      icon: 'over',
      title: 'This link has expired',
      text: `The money goes back to ${sender}. Ask ${sender} to send it again.`,
    },
    returning: {
      tone: 'plain',
      icon: 'over',
      title: `It’s going back to ${sender}`,
      text: `Ask ${sender} if you expected this money.`,
    },
    returned: {
      tone: 'plain',
      icon: 'over',
      title: `It went back to ${sender}`,
      text: `Ask ${sender} if you expected this money.`,
    },
    failed: {
      tone: 'plain',
      icon: 'over',
      title: 'This payment didn’t go through',
      text: `Ask ${sender} to send it again.`,
    },
  };
}

function ownTextsFor(balance: ClaimBalance): Pick<Texts, 'claiming' | 'claimed'> {
  return {
    claiming: {
      tone: 'accent',
      icon: 'moving',
      title: `On its way to your ${balance} balance`,
      // The steps of a private one say so.
      text:
        balance === 'private'
          ? TIME_BY_BALANCE.private
          : `${TIME_BY_BALANCE.public} You can leave this page.`,
    },
    claimed: {
      tone: 'good',
      icon: 'done',
      title: 'It’s yours',
      text: `It’s in your ${balance} balance.`,
    },
  };
}
