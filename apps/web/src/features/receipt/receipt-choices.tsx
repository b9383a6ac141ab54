import { t } from '#language/t';
import '../../ui/card.css';
import { HelpAbout } from '../../help/help-about.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Payment } from './find-payment.ts';
import type { ReceiptChoices } from './use-receipt-choices.ts';

/** The most characters of a name that a receipt takes. */
const MOST_CHARACTERS = 100;

interface ReceiptChoicesCardProps {
  payment: Payment;
  choices: ReceiptChoices;
  onChange: (change: Partial<ReceiptChoices>) => void;
  /** What whoever gets a private receipt learns from it; null for a public one, which shows nothing new. */
  disclosure: string | null;
  /** Makes the receipt; null when that isn't waited for. */
  onMake: (() => void) | null;
}

/** What the user wants to have on the receipt. */
export function ReceiptChoicesCard(props: ReceiptChoicesCardProps) {
  const { payment, choices, onChange, disclosure, onMake } = props;
  return (
    <section className="card receipt-choices" aria-labelledby="receipt-choices">
      <div className="help-beside">
        <h2 className="card-title" id="receipt-choices">
          {t('On this receipt')}
        </h2>
        <HelpAbout topic="receipts" about={t('Receipts')} />
      </div>
      <div className="receipt-choices__list">
        <Checkbox
          name="own-name"
          isChecked={choices.showsOwnName}
          onChange={(showsOwnName) => onChange({ showsOwnName })}
        >
          {t('Show my name')}
        </Checkbox>
        {payment.otherAddress === null ? null : (
          <Checkbox
            name="other-name"
            isChecked={choices.showsOtherName}
            onChange={(showsOtherName) => onChange({ showsOtherName })}
          >
            {t('Show their name')}
          </Checkbox>
        )}
        {choices.showsOtherName && payment.otherAddress !== null ? (
          <TextField
            className="receipt-choices__name"
            label={t('Their name')}
            autoComplete="off"
            dir="auto"
            maxLength={MOST_CHARACTERS}
            value={choices.otherName}
            onChange={(event) => onChange({ otherName: event.target.value })}
          />
        ) : null}
        {payment.message === null ? null : (
          <Checkbox
            name="message"
            isChecked={choices.showsMessage}
            onChange={(showsMessage) => onChange({ showsMessage })}
          >
            {t('Include the message')}
          </Checkbox>
        )}
      </div>
      {disclosure === null ? null : <Notice tone="accent">{disclosure}</Notice>}
      {onMake === null ? null : (
        <Button variant="filled" isWide onClick={onMake}>
          {t('Make receipt')}
        </Button>
      )}
    </section>
  );
}
