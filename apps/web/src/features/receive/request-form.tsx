import { t, translated } from '#language/t';
import '../../money-form/money-form.css';
import './request-form.css';
import { Info, Link } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { countCharacters, MESSAGE_MAX_CHARACTERS } from '#domain/message/private-message';
import { REQUEST_DAYS } from '#domain/payment-request/payment-request';
import { recipientSentenceByCode } from '#wire/recipient-sentences';
import type { Coin } from '#wire/wallet/coin';
import { HelpAbout } from '../../help/help-about.tsx';
import { AmountField } from '../../money-form/amount-field.tsx';
import { useUser } from '../../state/auth-session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picker } from '../../ui/picker.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { BalanceChoice } from './balance-choice.tsx';
import type { RequestForm } from './use-request-form.ts';

interface RequestFormProps {
  formId: string;
  form: RequestForm;
}

/** What to ask for: the balance that receives, the amount, a message, how long the link works, and whose name it shows. */
export function RequestFormView({ formId, form }: RequestFormProps) {
  const { draft, coin, amount, change } = form;
  const { name } = useUser();
  if (coin === null || amount === null) return <NoCoins />;

  function submit(event: FormEvent) {
    event.preventDefault();
    form.make();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <BalanceChoice value={draft.balance} onChange={(balance) => change({ balance })} />
      {form.failure ? (
        <Notice tone="bad" title={t('Error:')} isAlert>
          {form.failure}
        </Notice>
      ) : null}
      <AmountField
        coin={coin}
        entry={draft.amount}
        amount={amount}
        isHidden={false}
        picker={<CoinChoice {...{ coin, form }} />}
        aside={t('The payer pays the fee')}
        dispatch={form.type}
      />
      <Message form={form} />
      <Expiry form={form} />
      <Switch
        label={t('Show my name')}
        description={
          draft.showsName ? t('The payer sees “{name}”', { name }) : t('The payer sees no name')
        }
        isOn={draft.showsName}
        onChange={(showsName) => change({ showsName })}
      />
    </form>
  );
}

/** The button below the form. */
export function RequestFormButton({ formId, form }: RequestFormProps) {
  return (
    <Button
      key="make"
      variant="filled"
      size="lg"
      type="submit"
      form={formId}
      icon={<Link className="icon" size={16} aria-hidden="true" />}
      disabled={!form.canMake}
      isBusy={form.isMaking}
    >
      {t('Make the link')}
    </Button>
  );
}

function NoCoins() {
  return <Notice>{t('We’re loading the coins you can ask for.')}</Notice>;
}

function Message({ form: { draft, isMessageValid, change } }: { form: RequestForm }) {
  return (
    <TextField
      label={t('Message')}
      aside={<span className="request-form__optional">{t('Optional')}</span>}
      name="message"
      autoComplete="off"
      value={draft.message}
      hint={
        <>
          <Info className="icon" size={14} aria-hidden="true" />
          {t('Anyone who has the link can read it.')}
        </>
      }
      error={isMessageValid ? null : translated(recipientSentenceByCode['message-not-valid'])}
      after={
        <span className="request-form__counter">
          {countCharacters(draft.message.trim())} / {MESSAGE_MAX_CHARACTERS}
        </span>
      }
      onChange={(event) => change({ message: event.target.value })}
    />
  );
}

function labelOf(days: number): string {
  return t('{days, plural, one {# day} other {# days}}', { days });
}

function Expiry({ form: { draft, change } }: { form: RequestForm }) {
  const id = useId();
  return (
    <div className="request-form__expiry">
      <span className="help-beside">
        <span id={id} aria-hidden="true">
          {t('Link expires after')}
        </span>
        <HelpAbout topic="ask-for-money" about={t('Asking for an amount')} />
      </span>
      <Segmented
        label={t('Link expires after')}
        value={String(draft.days)}
        options={REQUEST_DAYS.map((days) => ({ value: String(days), label: labelOf(days) }))}
        onChange={(value) => {
          const days = REQUEST_DAYS.find((one) => String(one) === value);
          if (days !== undefined) change({ days });
        }}
      />
    </div>
  );
}

function CoinChoice({ coin, form: { coins, change } }: { coin: Coin; form: RequestForm }) {
  return (
    <Picker
      label={t('Coin')}
      value={coin.id}
      options={coins.map((one) => ({
        value: one.id,
        label: one.symbol,
        description: t('{name} on {chain}', { name: one.name, chain: one.chain }),
        searchText: one.name,
        icon: <Mark src={one.image} letters={one.symbol} size={32} />,
      }))}
      onChange={(tokenId) => change({ tokenId })}
      searchLabel={t('Search by symbol')}
      triggerClassName="amount-field__token"
      trigger={
        <>
          <Mark src={coin.image} letters={coin.symbol} size={26} />
          {coin.symbol}
        </>
      }
    />
  );
}
