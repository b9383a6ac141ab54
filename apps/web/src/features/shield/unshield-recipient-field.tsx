import { t } from '#language/t';
import './unshield-recipient-field.css';
import type { HandOver } from '../../money-form/hand-over.ts';
import { typePayee } from '../../money-form/payee.ts';
import { RecipientChooser } from '../../money-form/recipient-chooser.tsx';
import type { ShieldForm } from './use-shield-form.ts';

interface UnshieldRecipientFieldProps {
  form: ShieldForm;
  /** The user came back to enter another one. */
  takesFocus: boolean;
  /** Goes on with a payment that this form can't make. */
  onHandOver: HandOver;
}

/** The public address that receives the unshield: the user's own unless they enter another. */
export function UnshieldRecipientField({
  form,
  takesFocus,
  onHandOver,
}: UnshieldRecipientFieldProps) {
  const { state, dispatch, recipient, coin, ownAddress } = form;
  const isOwn = recipient.at === 'known' && recipient.isOwn;
  return (
    <RecipientChooser
      kind="public"
      coin={coin}
      units={form.amount.units}
      payee={state.draft}
      status={recipient}
      placeholder={t('Name, email, phone or address')}
      hint={t('A public address on {chain} starts with 0x', { chain: coin.chain })}
      known={
        isOwn
          ? t('Your own public address')
          : t('A public address on {chain}', { chain: coin.chain })
      }
      aside={
        isOwn ? null : (
          <button
            type="button"
            className="recipient-own"
            onClick={() => dispatch({ type: 'payee-entered', payee: typePayee(ownAddress) })}
          >
            {t('Use my own')}
          </button>
        )
      }
      takesFocus={takesFocus}
      onChange={(payee) => dispatch({ type: 'payee-entered', payee })}
      onOtherKind={(chosen) =>
        onHandOver('internal-transfer', { coin, units: form.amount.entered, chosen })
      }
    />
  );
}
