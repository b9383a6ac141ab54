import { claimLink } from '#domain/claim/claim-link';
import { withoutScheme } from '#domain/payment-request/pay-link';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import { unitsText } from '../money-form/amount-text.ts';
import { showToast } from '../state/toast.ts';
import { CopyText } from '../ui/copy-text.tsx';
import { LinkBox } from '../ui/link-box.tsx';
import { canShare, ShareButton } from '../ui/share-button.tsx';

/** The link of a payment, to copy; and to share where the device can. */
export function ClaimLinkBox({ claim }: { claim: ClaimView }) {
  const link = claimLink(location.origin, claim.code);
  return (
    <LinkBox
      link={link}
      shown={withoutScheme(link)}
      action={<CopyText size="sm" label={t('Copy link')} text={link} />}
    />
  );
}

/** Nothing where the device has no sheet to share with. */
export function ShareClaim({ claim }: { claim: ClaimView }) {
  if (!canShare()) return null;
  const url = claimLink(location.origin, claim.code);
  const text = t('I sent you {amount}. Open this link to claim it:', {
    amount: unitsText(BigInt(claim.amount), claim),
  });
  return (
    <ShareButton
      content={{ text, url }}
      onFailure={() =>
        showToast(t('We couldn’t share this. Copy the link instead.'), { tone: 'error' })
      }
    />
  );
}
