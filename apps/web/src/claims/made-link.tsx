import { t } from '#language/t';
import './made-link.css';
import type { ClaimView } from '#wire/wallet/claim';
import { isClaimOver } from './claim-badge.ts';
import { ClaimLinkBox, ShareClaim } from './claim-link.tsx';
import { messageSentText, messageToComeText, whoCanClaim } from './claim-texts.ts';

/** The link of a payment that was just made, and who has it already. */
export default function MadeLink({ claim }: { claim: ClaimView }) {
  const { recipient, notifiedAt } = claim;
  const { channel, value } = recipient;
  if (isClaimOver(claim)) return null;
  return (
    <section className="made-link" aria-label={t('Payment link')}>
      <p role="status">
        <b>
          {notifiedAt === null
            ? messageToComeText(channel, value)
            : messageSentText(channel, value)}
        </b>{' '}
        {whoCanClaim(recipient)} {t('You can pass the link on yourself too.')}
      </p>
      <ClaimLinkBox claim={claim} />
      <ShareClaim claim={claim} />
    </section>
  );
}
