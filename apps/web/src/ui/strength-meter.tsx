import './strength-meter.css';
import { classNames } from './class-names.ts';
import { rich } from './rich.tsx';

export type Strength = 'Weak' | 'Fair' | 'Good' | 'Strong';

const STRENGTHS: readonly Strength[] = ['Weak', 'Fair', 'Good', 'Strong'];

/** Password strength as four bars and a word that is announced when it changes. Null without a password. */
export function StrengthMeter({ strength }: { strength: Strength | null }) {
  const level = strength ? STRENGTHS.indexOf(strength) : -1;
  return (
    <div className={classNames('strength', strength && `strength--${strength.toLowerCase()}`)}>
      {STRENGTHS.map((step, index) => (
        <i key={step} className={index <= level ? 'is-on' : undefined} aria-hidden="true" />
      ))}
      <p role="status">
        {strength
          ? rich(
              '<label>Password strength: </label>{strength, select, weak {Weak} fair {Fair} good {Good} other {Strong}}',
              {
                label: (text) => <span className="visually-hidden">{text}</span>,
                strength: strength.toLowerCase(),
              },
            )
          : null}
      </p>
    </div>
  );
}
