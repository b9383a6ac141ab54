import { Clock, SlidersHorizontal, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { type BaseUnits, digitsToBaseUnits } from '#domain/amount/base-units';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { unitsText } from '../../money-form/amount-text.ts';
import type { LinkReason, UnshieldForecast } from './api/forecast-unshield.ts';
import { mitigationByReason } from './forecast-labels.ts';

/** Handlers of the suggested mitigations. */
export interface Mitigations {
  readonly onOtherAmount: (units: BaseUnits) => void;
  readonly onOtherAddress: () => void;
  readonly onLater: () => void;
}

interface FixesProps extends Mitigations {
  reason: LinkReason;
  forecast: UnshieldForecast;
  coin: Coin;
  isLater: boolean;
}

/** The mitigations for a reason, as buttons. */
export function MitigationButtons({ reason, forecast, coin, isLater, ...on }: FixesProps) {
  const mitigation = mitigationByReason[reason.kind];
  if (!forecast.mitigations.includes(mitigation)) return null;
  switch (mitigation) {
    case 'other-amount':
      if (forecast.otherAmounts.length === 0) return null;
      return (
        <div className="forecast__fixes">
          {forecast.otherAmounts.map((amount) => (
            <MitigationButton
              key={amount}
              icon={<SlidersHorizontal className="icon" size={14} aria-hidden="true" />}
              onClick={() => on.onOtherAmount(digitsToBaseUnits(amount))}
            >
              {t('Use {amount}', { amount: unitsText(BigInt(amount), coin) })}
            </MitigationButton>
          ))}
        </div>
      );
    case 'other-address':
      return (
        <div className="forecast__fixes">
          <MitigationButton
            icon={<User className="icon" size={14} aria-hidden="true" />}
            onClick={on.onOtherAddress}
          >
            {t('Use another address')}
          </MitigationButton>
        </div>
      );
    case 'wait':
      if (isLater) return <p className="forecast__chosen">{t('You chose to send it later.')}</p>;
      return (
        <div className="forecast__fixes">
          <MitigationButton
            icon={<Clock className="icon" size={14} aria-hidden="true" />}
            onClick={on.onLater}
          >
            {t('Send within 6 hours')}
          </MitigationButton>
        </div>
      );
    case 'use-later-when-others-came':
      return null;
  }
}

interface FixProps {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

function MitigationButton({ icon, onClick, children }: FixProps) {
  return (
    <button type="button" className="forecast__fix" onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
