import './unshield-recipient-field.css';
import { RecipientField } from '../../money-form/recipient-field.tsx';
import type { ShieldForm } from './use-shield-form.ts';

interface UnshieldRecipientFieldProps {
  form: ShieldForm;
  /** The user came back to enter another one. */
  takesFocus: boolean;
}

/** The public address that receives the unshield: the user's own unless they enter another. */
export function UnshieldRecipientField({ form, takesFocus }: UnshieldRecipientFieldProps) {
  const { state, dispatch, recipient, coin, ownAddress } = form;
  const isOwn = recipient.at === 'known' && recipient.isOwn;
  const type = (text: string) => dispatch({ type: 'recipient-typed', text });
  return (
    <RecipientField
      value={state.draft.recipient}
      recipient={recipient}
      placeholder="0x…"
      hint={`A public address on ${coin.chain}, starting with 0x`}
      known={isOwn ? 'Your own public address' : `A public address on ${coin.chain}`}
      aside={
        isOwn ? null : (
          <button type="button" className="recipient-own" onClick={() => type(ownAddress)}>
            Use my own
          </button>
        )
      }
      takesFocus={takesFocus}
      onType={type}
    />
  );
}
