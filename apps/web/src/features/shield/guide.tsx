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
        title="Your first private move."
      >
        {isFilledIn && amount.units !== null
          ? `We filled in ${unitsText(amount.units, coin)}. It’s enough to see how it works. Change it if you like.`
          : 'A small amount is enough to see how it works.'}
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
        <dt>What it costs</dt>
        <dd>
          The shield fee comes out of the amount. The network fee comes on top
          {bounds === null ? null : `, in ${bounds.feeSymbol}`}.
        </dd>
      </div>
      <div>
        <Clock className="icon" size={16} aria-hidden="true" />
        <dt>How long it takes</dt>
        <dd>You can close this page once you’ve confirmed, and we’ll finish it.</dd>
      </div>
      <div>
        <Eye className="icon" size={16} aria-hidden="true" />
        <dt>Who can see it</dt>
        <dd>Everyone can see that you move this amount, but not what you do with it next.</dd>
      </div>
    </dl>
  );
}
