import { t } from '#language/t';
import './forecast.css';
import { Clock, Coins, Link2, Link2Off, Users, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  type LinkReason,
  type UnshieldForecast,
  useUnshieldForecast,
} from './api/forecast-unshield.ts';
import { MitigationButtons, type Mitigations } from './forecast-fixes.tsx';
import { labelsByOutlook, mitigationByReason, reasonText } from './forecast-labels.ts';

interface PrivacyForecastProps extends Mitigations {
  coin: Coin;
  units: BaseUnits;
  /** Null until one is entered. */
  recipientAddress: string | null;
  /** The user has already chosen to send it later. */
  isLater: boolean;
}

/** What an observer could guess about a planned unshield, with one-tap mitigations. */
export function PrivacyForecast(props: PrivacyForecastProps) {
  const { coin, units, recipientAddress } = props;
  const { data, error } = useUnshieldForecast({ tokenId: coin.id, units, recipientAddress });
  if (recipientAddress === null) return null;
  if (error) {
    return (
      <Notice title={t('No privacy forecast right now.')}>
        {t('We couldn’t create it. You can unshield without it.')}
      </Notice>
    );
  }
  return data ? <Forecast {...props} forecast={data} /> : <Waiting />;
}

function Waiting() {
  return (
    <section
      className="forecast"
      data-outlook="checking"
      aria-label={t('Privacy forecast')}
      aria-busy
    >
      <header>
        <span className="forecast__glyph">
          <Link2 className="icon" size={20} aria-hidden="true" />
        </span>
        <div>
          <h3>{t('Privacy forecast')}</h3>
          <Skeleton width="70%" height={12} />
        </div>
      </header>
    </section>
  );
}

function Forecast({ forecast, ...props }: PrivacyForecastProps & { forecast: UnshieldForecast }) {
  const { outlook, reasons, asOfBlock } = forecast;
  const { title, below, level } = labelsByOutlook[outlook];
  const Glyph = outlook === 'nothing-stands-out' ? Link2Off : Link2;
  return (
    <section className="forecast" data-outlook={outlook} aria-label={t('Privacy forecast')}>
      <header>
        <span className="forecast__glyph">
          <Glyph className="icon" size={20} aria-hidden="true" />
        </span>
        <div role="status">
          <h3>
            {reasons.length === 0
              ? title
              : t('{outlook}, {count, plural, one {# reason} other {# reasons}}', {
                  outlook: title,
                  count: reasons.length,
                })}
          </h3>
          <p className="forecast__below">{below}</p>
        </div>
        <Scale level={level} />
      </header>
      {reasons.map((reason, index) => (
        <Reason
          key={reason.kind}
          reason={reason}
          coin={props.coin}
          fixes={
            isFirstWithMitigation(reasons, index) ? (
              <MitigationButtons {...props} {...{ reason, forecast }} />
            ) : null
          }
        />
      ))}
      {asOfBlock === null ? (
        <p className="forecast__note">
          {t('We’re still reading the pool’s public history. There may be more reasons.')}
        </p>
      ) : null}
    </section>
  );
}

/** A mitigation shared by several reasons is offered only once. */
function isFirstWithMitigation(reasons: readonly LinkReason[], index: number): boolean {
  const mitigation = mitigationOf(reasons[index]);
  return reasons.findIndex((reason) => mitigationOf(reason) === mitigation) === index;
}

function mitigationOf(reason: LinkReason | undefined) {
  return reason && mitigationByReason[reason.kind];
}

function Scale({ level }: { level: 1 | 2 | 3 }) {
  return (
    <div className="forecast__scale" role="img" aria-label={t('Level {level} of 3', { level })}>
      {[1, 2, 3].map((mark) => (
        <i key={mark} data-filled={mark <= level ? '' : undefined} />
      ))}
    </div>
  );
}

interface ReasonProps {
  reason: LinkReason;
  coin: Coin;
  fixes: ReactNode;
}

function Reason({ reason, coin, fixes }: ReasonProps) {
  const { fact, evidence } = reasonText(reason, coin);
  const Icon = iconByReason[reason.kind];
  return (
    <div className="forecast__reason">
      <Icon className="icon" size={18} aria-hidden="true" />
      <p>
        <b>{fact}</b> {evidence}
      </p>
      {fixes}
    </div>
  );
}

const iconByReason = {
  'same-amount': Coins,
  'sum-of-shields': Coins,
  'back-to-shielder': Wallet,
  'linked-recipient': Wallet,
  'soon-after': Clock,
  'few-others': Users,
} as const;
