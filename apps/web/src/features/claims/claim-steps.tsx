import { Hourglass, Undo2 } from 'lucide-react';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import type { Channel } from '../../claims/claim-texts.ts';
import { dayAndClockText, dayOfYearText } from '../../lib/elapsed.ts';
import type { Step } from '../../ui/step-list.tsx';

interface Shown {
  /** The recipient’s first name; null when they are no contact. */
  readonly firstName: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @returns what happened to a payment by link so far, and what is to come */
export function claimSteps(claim: ClaimView, shown: Shown): readonly Step[] {
  const { state, createdAt } = claim;
  const made = timeText(createdAt);
  if (state === 'failed') {
    return [{ title: t('You sent it'), state: 'failed', time: made }];
  }
  if (state === 'sending') {
    return [
      { title: t('Setting the money aside'), state: 'now' },
      { title: messageTitleToCome(claim, shown), state: 'to-come' },
      { title: waitingTitle(shown), state: 'to-come' },
    ];
  }
  const sent: Step = { title: t('You sent it'), state: 'done', time: made };
  return [
    sent,
    { ...messageStep(claim, shown), time: messageTime(claim) },
    ...endSteps(claim, shown),
  ];
}

function messageStep({ recipient, notifiedAt, reminders }: ClaimView, { firstName }: Shown): Step {
  const to = firstName ?? recipient.value;
  const times = reminders + 1;
  if (notifiedAt === null) return { title: messagedText(recipient.channel, to, 1), state: 'now' };
  return { title: messagedText(recipient.channel, to, times), state: 'done' };
}

function messageTitleToCome({ recipient }: ClaimView, { firstName }: Shown): string {
  const to = firstName ?? recipient.value;
  return recipient.channel === 'email' ? t('We email {to}', { to }) : t('We text {to}', { to });
}

function messagedText(channel: Channel, to: string, times: number): string {
  return channel === 'email'
    ? t(
        '{times, plural, =1 {We emailed {to}} =2 {We emailed {to} twice} =3 {We emailed {to} three times} other {We emailed {to} # times}}',
        { to, times },
      )
    : t(
        '{times, plural, =1 {We texted {to}} =2 {We texted {to} twice} =3 {We texted {to} three times} other {We texted {to} # times}}',
        { to, times },
      );
}

/** When the last message went out. */
function messageTime({ notifiedAt, remindedAt }: ClaimView): string {
  const last = remindedAt ?? notifiedAt;
  return last === null ? '' : timeText(last);
}

function endSteps(claim: ClaimView, shown: Shown): readonly Step[] {
  const { state, balance, end, expiresAt } = claim;
  const { firstName: name } = shown;
  switch (state) {
    case 'claiming':
      return [
        {
          title: name === null ? t('They are claiming it') : t('{name} is claiming it', { name }),
          state: 'now',
        },
      ];
    case 'claimed':
      return [
        {
          title: name === null ? t('They claimed it') : t('{name} claimed it', { name }),
          state: 'done',
          time: endTime(end),
        },
      ];
    case 'returning':
      return [{ title: t('On its way back to you'), state: 'now' }];
    case 'returned':
      return [
        {
          title: t('Back in your wallet'),
          state: 'done',
          icon: <Undo2 className="icon" size={14} />,
          time: endTime(end),
        },
      ];
    case 'expired':
      return [
        {
          title: t('No one claimed it in 30 days'),
          state: 'now',
          icon: <Hourglass className="icon" size={14} />,
          detail:
            balance === 'public'
              ? t('It comes back to your public balance automatically, usually within a minute.')
              : t(
                  'It comes back to your private balance automatically, usually within a few minutes.',
                ),
        },
      ];
    default:
      return [
        {
          title: waitingTitle(shown),
          state: 'now',
          icon: <Hourglass className="icon" size={14} />,
          time: daysLeftText(Date.parse(expiresAt), shown.now),
          detail:
            name === null
              ? t('The money is set aside. You can take it back until someone claims it.')
              : t('The money is set aside. You can take it back until {name} claims it.', { name }),
        },
        {
          title: t('Claimed, or returned to you on {day}', {
            day: dayOfYearText(Date.parse(expiresAt)),
          }),
          state: 'to-come',
        },
      ];
  }
}

function waitingTitle({ firstName: name }: Shown): string {
  return name === null
    ? t('Waiting for them to claim it')
    : t('Waiting for {name} to claim it', { name });
}

function endTime(end: ClaimView['end']): string {
  return end === null ? '' : timeText(end.at);
}

function timeText(at: string): string {
  return dayAndClockText(Date.parse(at));
}

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** @returns as in `20 days left`, to the nearest day; hours on the last one */
export function daysLeftText(until: number, now: number): string {
  const left = Math.max(0, until - now);
  const days = Math.round(left / DAY_MS);
  if (left >= DAY_MS) return t('{days, plural, one {# day} other {# days}} left', { days });
  const hours = Math.floor(left / HOUR_MS);
  return hours >= 1
    ? t('{hours, plural, one {# hour} other {# hours}} left', { hours })
    : t('Less than an hour left');
}
