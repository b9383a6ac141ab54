import { t } from '#language/t';
import { firstNameOf } from '../../contacts/first-name.ts';
import './visibility-field.css';
import { type ReactNode, useId } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { unitsText } from '../../money-form/amount-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import type { PrivateFunds } from './private-funds.ts';
import type { Visibility } from './send-flow.ts';
import type { VisibilityChoice } from './use-visibility.ts';

interface VisibilityFieldProps {
  choice: VisibilityChoice;
  coin: Coin;
  units: BaseUnits;
  onChoose: (visibility: Visibility) => void;
}

/** Which balance pays, and who can see it. */
export function VisibilityField({ choice, coin, units, onChoose }: VisibilityFieldProps) {
  const { visibility, funds, chosen } = choice;
  const isEnough = funds.at === 'known' && funds.most >= units;
  return (
    <fieldset className="visibility">
      <legend>{t('How to send it')}</legend>
      <Card
        mode="private"
        title={t('Privately')}
        isChosen={visibility === 'private'}
        isDisabled={!isEnough}
        onChoose={onChoose}
      >
        {isEnough ? (
          rich('From your private balance, {balance}. Only you, {name} and Kax can see it.', {
            balance: <Balance coin={coin} units={funds.balance} />,
            name: firstNameOf(chosen.name),
          })
        ) : (
          <WhyNot funds={funds} coin={coin} units={units} />
        )}
      </Card>
      <Card
        mode="public"
        title={t('Publicly')}
        isChosen={visibility === 'public'}
        isDisabled={false}
        onChoose={onChoose}
      >
        {t('From your public balance. Anyone can see it.')}
      </Card>
    </fieldset>
  );
}

interface WhyNotProps {
  funds: PrivateFunds;
  coin: Coin;
  units: BaseUnits;
}

function WhyNot({ funds, coin, units }: WhyNotProps) {
  if (funds.at === 'checking') return t('Checking…');
  if (funds.at === 'unavailable') return t('We can’t check your private balance right now.');
  const balance = <Balance coin={coin} units={funds.balance} />;
  return funds.balance >= units
    ? rich('Your private balance is {balance}, which isn’t enough for the amount and its fee.', {
        balance,
      })
    : rich('Your private balance is {balance}.', { balance });
}

function Balance({ coin, units }: { coin: Coin; units: BaseUnits }) {
  const isHidden = useDiscretion();
  return (
    <Secret isHidden={isHidden} width="6em">
      {unitsText(units, coin)}
    </Secret>
  );
}

interface CardProps {
  mode: Visibility;
  title: string;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: (visibility: Visibility) => void;
  children: ReactNode;
}

function Card({ mode, title, isChosen, isDisabled, onChoose, children }: CardProps) {
  const id = useId();
  return (
    <label className="visibility__card" data-mode={mode}>
      <input
        type="radio"
        name="visibility"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        checked={isChosen}
        disabled={isDisabled}
        onChange={() => onChoose(mode)}
      />
      <ModeMark mode={mode} size={18} />
      <span>
        <b id={`${id}-title`}>{title}</b>
        <span id={`${id}-text`}>{children}</span>
      </span>
    </label>
  );
}
