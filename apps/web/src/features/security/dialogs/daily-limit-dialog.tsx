import { t } from '#language/t';
import './dialogs.css';
import { useState } from 'react';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import { displayToTyped, readTypedAmount } from '#domain/amount/read-typed-amount';
import { dollarsText, limitText } from '../../../money-form/amount-text.ts';
import { ownDecimalMark } from '../../../money-form/own-notation.ts';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { NOT_SENT, useSubmission } from '../../../reauthentication/use-submission.ts';
import { useMoney } from '../../../state/money.ts';
import { showToast } from '../../../state/toast.ts';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Summary } from '../../../ui/summary.tsx';
import { changeDailyLimit } from '../api/change-daily-limit.ts';
import type { DialogProps } from '../security-dialog.ts';
import { methodsOf, whenText } from '../security-texts.ts';
import { useReread } from '../use-security-action.ts';

const OFFERED_CENTS = ['50000', '200000', '500000'] as const;
type Choice = (typeof OFFERED_CENTS)[number] | 'other';
/** As in the API. */
const MOST_DIGITS = 12;
const CENT_DECIMALS = 2;

/** Sets the daily limit above which payments need approval. */
export default function DailyLimitDialog({ isOpen, onClose, settings }: DialogProps) {
  const { cents: current, raise } = settings.dailyLimit;
  const money = useMoney();
  const [choice, setChoice] = useState<Choice>(() => choiceOf(current));
  const [typed, setTyped] = useState(() =>
    displayToTyped(baseUnitsToDisplay(BigInt(current), CENT_DECIMALS), ownDecimalMark()),
  );
  const next = choice === 'other' ? readCents(typed) : choice;
  const isRaise = next !== null && BigInt(next) > BigInt(current);
  const isUnchanged = next === current && raise === null;
  const reread = useReread();
  const form = useSubmission(async () => {
    if (next === null || isUnchanged) return NOT_SENT;
    const result = await changeDailyLimit(next);
    if (!result.ok) return result.error;
    await reread();
    showToast(savedText(result.data.raise?.at ?? null));
    onClose();
    return null;
  });

  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Daily limit')}
      footer={
        <DialogFooter
          form={form}
          label={labelOf({ next, current, isRaise })}
          busyLabel={t('Saving...')}
          isDisabled={next === null || isUnchanged}
          onClose={onClose}
        />
      }
    >
      <form id={form.formId} className="security-dialog__form" onSubmit={form.handleSubmit}>
        <p className="security-dialog__text">
          {t(
            '{methods, select, app {Once more than this leaves in 24 hours, payments need a code from your app.} passkey {Once more than this leaves in 24 hours, payments need your passkey.} other {Once more than this leaves in 24 hours, payments need your passkey or a code.}}',
            { methods: methodsOf(settings) },
          )}
        </p>
        <Segmented label={t('Daily limit')} value={choice} options={OPTIONS} onChange={setChoice} />
        {choice === 'other' ? (
          <TextField
            label={t('Your own limit')}
            before={<span aria-hidden="true">$</span>}
            hint={t('In US dollars. With 0, every payment needs approval.')}
            error={next === null && typed !== '' ? NOT_AN_AMOUNT : null}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
        <Summary
          rows={[
            { label: t('Now'), value: limitText(current, money) },
            { label: t('New limit'), value: next === null ? '—' : limitText(next, money) },
          ]}
          total={{
            label: t('Takes effect'),
            value: isRaise ? t('In 24 hours') : t('Right away'),
          }}
        />
        <div role="status">
          {isRaise ? (
            <Notice title={t('Raising the limit takes 24 hours.')}>
              {t('We’ll notify you, so that you can stop it if it wasn’t you.')}
            </Notice>
          ) : raise ? (
            <Notice
              title={t('The rise to {amount} is cancelled.', {
                amount: dollarsText(raise.cents),
              })}
            >
              {t('It would take effect {when}.', {
                when: whenText(Date.parse(raise.at), Date.now()),
              })}
            </Notice>
          ) : null}
        </div>
        <SubmissionAlert form={form} />
      </form>
    </Modal>
  );
}

const NOT_AN_AMOUNT = t('Enter an amount in dollars, like 1,500.');

const OPTIONS = [
  ...OFFERED_CENTS.map((value) => ({ value, label: dollarsText(value) })),
  { value: 'other', label: t('Other') },
] as const;

function choiceOf(cents: string): Choice {
  return OFFERED_CENTS.find((offered) => offered === cents) ?? 'other';
}

/** @returns cents, digits only; null when the text isn't an amount in dollars */
function readCents(text: string): string | null {
  const places = CENT_DECIMALS;
  const typed = readTypedAmount(text, {
    decimalMark: ownDecimalMark(),
    places,
    currencySign: '$',
  });
  const parsed = typed.ok ? displayToBaseUnits(typed.display, places) : typed;
  if (!parsed.ok) return null;
  const cents = String(parsed.units);
  return cents.length > MOST_DIGITS ? null : cents;
}

interface Change {
  readonly next: string | null;
  readonly current: string;
  readonly isRaise: boolean;
}

function labelOf({ next, current, isRaise }: Change): string {
  if (next === null) return t('Change limit');
  const amount = dollarsText(next);
  if (next === current) return t('Keep {amount}', { amount });
  return isRaise ? t('Raise to {amount}', { amount }) : t('Lower to {amount}', { amount });
}

function savedText(raisedAt: string | null): string {
  return raisedAt === null
    ? t('Daily limit changed')
    : t('Your daily limit rises {when}', { when: whenText(Date.parse(raisedAt), Date.now()) });
}
