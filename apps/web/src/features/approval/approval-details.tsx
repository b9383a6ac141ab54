import { t } from '#language/t';
import type { ApprovalRequest } from '#wire/security/approval';
import { useContactOf } from '../../contacts/contact-of.ts';
import { emailOrPhoneKind } from '../../contacts/email-or-phone.ts';
import { confirmText, limitText } from '../../money-form/amount-text.ts';
import { useMoney } from '../../state/money.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Summary } from '../../ui/summary.tsx';
import { TEXTS_BY_REASON } from './approval-texts.ts';

/** Why something has to be approved, and all of it. Amounts are shown even while balances are hidden. */
export function ApprovalDetails({ reasons, payment }: ApprovalRequest) {
  const money = useMoney();
  return (
    <>
      {reasons.includes('export-keys') ? <ExportWarning /> : null}
      {reasons.map((reason) => (
        <p key={reason} className="approval__reason">
          {reason === 'new-recipient' && isByLink(payment)
            ? NEW_BY_LINK
            : TEXTS_BY_REASON[reason].sentence}
        </p>
      ))}
      {payment ? (
        <Summary
          rows={[
            { label: t('To'), value: <Recipient address={payment.recipient} />, isStacked: true },
            {
              label: t('Amount'),
              value: confirmText(BigInt(payment.amount), payment),
              note: payment.cents === null ? t('no price') : limitText(payment.cents, money),
            },
            { label: t('Network'), value: payment.chain },
            ...(reasons.includes('above-limit')
              ? [{ label: t('Left of today’s limit'), value: limitText(payment.limitLeft, money) }]
              : []),
          ]}
        />
      ) : null}
    </>
  );
}

/** A payment by link goes to whoever has an email or a phone. */
function isByLink(payment: ApprovalRequest['payment']): boolean {
  return payment !== undefined && emailOrPhoneKind(payment.recipient) !== null;
}

const NEW_BY_LINK = t(
  'You’ve never paid them by link. Check the email or phone number with the person you’re paying.',
);

/** The whole address, whatever name it has: that is what is approved. */
function Recipient({ address }: { address: string }) {
  const contact = useContactOf(address);
  if (emailOrPhoneKind(address) !== null) return <bdi className="approval__link-to">{address}</bdi>;
  return (
    <>
      {contact === null ? null : <bdi className="approval__recipient">{contact.name}</bdi>}
      <FullAddress address={address} />
    </>
  );
}

function ExportWarning() {
  return (
    <Notice tone="warn" title={t('Anyone who sees your keys can take all your money.')}>
      {t('Kax never asks for them. Is someone asking you to do this? Stop here.')}
    </Notice>
  );
}
