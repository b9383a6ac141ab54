import { t } from '#language/t';
import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import type { Chain } from '#wire/wallet/coin';
import { HelpAbout } from '../../help/help-about.tsx';
import { AmountField } from '../../money-form/amount-field.tsx';
import { confirmText } from '../../money-form/amount-text.ts';
import type { HandOver } from '../../money-form/hand-over.ts';
import { missingFigure } from '../../money-form/missing-figure.tsx';
import { durationRow, networkFeeRow, poolFeeRow } from '../../money-form/pool-fee-rows.tsx';
import { TokenPicker } from '../../money-form/token-picker.tsx';
import { useDiscretion } from '../../state/discretion.ts';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { DURATION_PLACEHOLDER, labelsByDirection } from './direction.ts';
import { GuideFacts, GuideHead } from './guide.tsx';
import { UnshieldRecipientField } from './unshield-recipient-field.tsx';
import type { ShieldForm } from './use-shield-form.ts';

interface AmountStepProps {
  form: ShieldForm;
  formId: string;
  chains: readonly Chain[];
  /** A first shield: each thing is explained. */
  isGuided?: boolean | undefined;
  onHandOver: HandOver;
}

/** Step 1: token and amount, and for an unshield the recipient. */
export function AmountStep({ form, formId, chains, isGuided, onHandOver }: AmountStepProps) {
  const { direction, coin, amount, state, dispatch } = form;
  const isHidden = useDiscretion();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (form.canContinue) form.continueToConfirm();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      {form.hasWallet ? null : (
        <Notice tone="warn" isAlert>
          {t('Wallet information not available. Please try refreshing the page.')}
        </Notice>
      )}
      {isGuided ? <GuideHead form={form} /> : null}
      <AmountField
        coin={coin}
        amount={amount}
        entry={state.draft.amount}
        isHidden={isHidden}
        startsAtMax
        picker={
          <TokenPicker
            chains={shieldable(chains)}
            coin={coin}
            isHidden={isHidden}
            onChoose={(tokenId) => dispatch({ type: 'token-chosen', tokenId })}
          />
        }
        problem={form.feeProblem ?? form.problem}
        note={noteOf(form)}
        dispatch={dispatch}
      />
      {direction === 'unshield' ? (
        <UnshieldRecipientField
          form={form}
          takesFocus={form.isChangingRecipient}
          onHandOver={onHandOver}
        />
      ) : null}
      <Summary rows={rowsOf(form, isHidden)} />
      {isGuided ? <GuideFacts form={form} /> : null}
      {direction === 'shield' && !isGuided ? (
        <Notice>
          {t(
            'Shield ERC20 and {chain} assets through your account wallet. Everyone can see that you shield this amount, but not what you do with it afterwards.',
            { chain: coin.chain },
          )}
        </Notice>
      ) : null}
    </form>
  );
}

function shieldable(chains: readonly Chain[]): readonly Chain[] {
  return chains.map((chain) => ({
    ...chain,
    coins: chain.coins.filter(({ isShieldable }) => isShieldable),
  }));
}

/** Explains why MAX is less than the balance: fees are paid out of it. */
function noteOf({ amount, bounds, coin, state }: ShieldForm): string | null {
  if (state.draft.amount.kind !== 'max') return null;
  if (amount.units === null) return amount.problem === null ? t('Checking the fee…') : null;
  const isLess = bounds !== null && amount.units < BigInt(coin.availableBaseUnits);
  return isLess ? t('This is the most you can move and still pay the fee.') : null;
}

function rowsOf(form: ShieldForm, isHidden: boolean): readonly SummaryRow[] {
  const { direction, quote, estimate, coin, state } = form;
  const labels = labelsByDirection[direction];
  const isCovered = isHidden && state.draft.amount.kind === 'max';
  const arrives = (
    <Secret isHidden={isCovered} width="7em">
      {quote === null ? missingFigure(estimate, '—') : confirmText(BigInt(quote.received), coin)}
    </Secret>
  );
  const help = <HelpAbout topic={MOVE_BY_DIRECTION[direction]} about={labels.feeName} />;
  const fee = poolFeeRow(form, { name: labels.feeName, placeholderCents: labels.feePlaceholder });
  return [
    {
      label: direction === 'shield' ? t('You’ll receive privately') : t('You’ll receive'),
      value: arrives,
    },
    // A percentage fee on the full balance would reveal the balance.
    { ...(isCovered && quote !== null ? { label: fee.label, value: coveredFee } : fee), help },
    ...(direction === 'shield' ? [networkFeeRow(form)] : []),
    durationRow(form, DURATION_PLACEHOLDER),
  ];
}

/** What a move costs is part of what it does. */
const MOVE_BY_DIRECTION = { shield: 'make-private', unshield: 'make-public' } as const;

const coveredFee = (
  <Secret isHidden width="7em">
    {null}
  </Secret>
);
