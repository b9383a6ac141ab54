import { Check, Eye, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Custody } from '#domain/custody/custody';
import { t } from '#language/t';
import { Badge } from '../../../ui/badge.tsx';

interface CustodyChoiceProps {
  chosen: Custody | null;
  /** Null where nothing is, because this browser or this installation can't do it. */
  recommended: Custody | null;
  onChoose: (custody: Custody) => void;
}

/** Who can move the money: both answers side by side, each with its price. None is chosen for the user. */
export function CustodyChoice({ chosen, recommended, onChoose }: CustodyChoiceProps) {
  return (
    <fieldset className="custody-choice">
      <legend className="visually-hidden">{t('Who can move your money')}</legend>
      {CHOICES.map(({ custody, name, lead, facts, losses }) => (
        <label key={custody} className="custody-choice__card">
          <span className="custody-choice__head">
            <input
              type="radio"
              name="custody"
              value={custody}
              checked={chosen === custody}
              onChange={() => onChoose(custody)}
            />
            <span className="custody-choice__name">{name}</span>
            {custody === recommended ? <Badge tone="accent">{t('Recommended')}</Badge> : null}
            <span className="custody-choice__lead">{lead}</span>
          </span>
          <ul className="custody-choice__facts">
            {facts.map(({ tone, text }) => {
              const Icon = ICONS[tone];
              return (
                <li key={text} data-tone={tone}>
                  <Icon className="icon" size={17} aria-hidden="true" />
                  <span>{text}</span>
                </li>
              );
            })}
          </ul>
          <div className="custody-choice__losses">
            <p>{t('If you lose…')}</p>
            <dl>
              {losses.map(({ what, helps }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{helps}</dd>
                </div>
              ))}
            </dl>
          </div>
        </label>
      ))}
    </fieldset>
  );
}

type Tone = 'good' | 'seen' | 'warn';

const ICONS: Readonly<Record<Tone, LucideIcon>> = { good: Check, seen: Eye, warn: TriangleAlert };

interface Choice {
  readonly custody: Custody;
  readonly name: string;
  readonly lead: string;
  readonly facts: readonly { readonly tone: Tone; readonly text: string }[];
  readonly losses: readonly { readonly what: string; readonly helps: string }[];
}

const CHOICES: readonly Choice[] = [
  {
    custody: 'only-me',
    name: t('Only me'),
    lead: t('Your keys exist only on your devices.'),
    facts: [
      {
        tone: 'good',
        text: t('Kax has no key to your money, so stealing our data isn’t enough to move it.'),
      },
      {
        tone: 'good',
        text: t(
          'You approve every payment on your device. Your fingerprint, face or screen lock opens your keys.',
        ),
      },
      {
        tone: 'seen',
        text: t('Kax can still see your balances and prepare payments for you to approve.'),
      },
      {
        tone: 'warn',
        text: t(
          'Your keys open in a page that Kax serves. Whoever changes its code could misuse them.',
        ),
      },
      {
        tone: 'warn',
        text: t('No one can replace a lost key. You need a second passkey or your 12 words.'),
      },
      {
        tone: 'warn',
        text: t('You can’t approve swaps, sales or payments by link with Only me yet.'),
      },
    ],
    losses: [
      { what: t('Your phone'), helps: t('Use a passkey on another device, or your 12 words.') },
      {
        what: t('Your password'),
        helps: t(
          'Reset it with two codes. You can look right away. To spend, you need a passkey or your words.',
        ),
      },
      { what: t('Everything'), helps: t('Your money can’t be moved again, by anyone.') },
    ],
  },
  {
    custody: 'assisted',
    name: t('Assisted'),
    lead: t('Kax holds your keys and signs while you’re signed in.'),
    facts: [
      { tone: 'good', text: t('Kax can help you get back in if you forget your password.') },
      {
        tone: 'good',
        text: t('There’s nothing to write down. A passkey is an optional second check.'),
      },
      { tone: 'seen', text: t('Kax can see your balances and payments.') },
      {
        tone: 'warn',
        text: t('Kax could move your money. So could anyone who takes over our servers.'),
      },
    ],
    losses: [
      { what: t('Your phone'), helps: t('Sign in on another device with your password.') },
      {
        what: t('Your password'),
        helps: t('Reset it with two codes. Payments start again after 24 hours.'),
      },
      {
        what: t('Everything'),
        helps: t(
          'First get your email and number back from their providers. Then reset your password.',
        ),
      },
    ],
  },
];
