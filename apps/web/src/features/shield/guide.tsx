import { t } from '#language/t';
import './guide.css';
import { Clock, Coins, Eye, Sparkles } from 'lucide-react';
import { unitsText } from '../../money-form/amount-text.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ShieldForm } from './use-shield-form.ts';

/** What a first shield starts with. */
export function GuideHead({ form: { state, amount, coin } }: { form: ShieldForm }) {
  const { amount: entry } = state.draft;
  const isFilledIn = entry.kind === 'typed' && entry.exact !== undefined;
  return (
    <div className="shield-guide__head">
      <Notice
        tone="accent"
        icon={<Sparkles className="icon" size={18} aria-hidden="true" />}
        title={t('Your first private move.')}
      >
        {isFilledIn && amount.units !== null
          ? t('We filled in {amount}. It’s enough to see how it works. Change it if you like.', {
              amount: unitsText(amount.units, coin),
            })
          : t('A small amount is enough to see how it works.')}
      </Notice>
    </div>
  );
}

/** One line about each thing: the cost, the time, and who can see it. */
export function GuideFacts({ form: { bounds } }: { form: ShieldForm }) {
  return (
    <dl className="shield-guide">
      <div>
        <Coins className="icon" size={16} aria-hidden="true" />
        <dt>{t('What it costs')}</dt>
        <dd>
          {bounds === null
            ? t('The shield fee comes out of the amount. The network fee comes on top.')
            : t(
                'The shield fee comes out of the amount. The network fee comes on top, in {symbol}.',
                { symbol: bounds.feeSymbol },
              )}
        </dd>
      </div>
      <div>
        <Clock className="icon" size={16} aria-hidden="true" />
        <dt>{t('How long it takes')}</dt>
        <dd>{t('You can close this page once you’ve confirmed, and we’ll finish it.')}</dd>
      </div>
      <div>
        <Eye className="icon" size={16} aria-hidden="true" />
        <dt>{t('Who can see it')}</dt>
        <dd>
          {t('Everyone can see that you move this amount, but not what you do with it next.')}
        </dd>
      </div>
    </dl>
  );
}
