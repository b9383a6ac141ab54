import { Hourglass, Undo2 } from 'lucide-react';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import { messageSentText } from '../../claims/claim-texts.ts';
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
  const messaged = messageSentText(recipient.channel, firstName ?? recipient.value);
  const times = notifiedAt === null ? 0 : reminders + 1;
  return {
    title: times < 2 ? messaged : `${messaged} ${timesText(times)}`,
    state: times > 0 ? 'done' : 'now',
  };
}

function messageTitleToCome({ recipient }: ClaimView, { firstName }: Shown): string {
  const to = firstName ?? recipient.value;
  return recipient.channel === 'email' ? t('We email {to}', { to }) : t('We text {to}', { to });
}

function timesText(times: number): string {
  if (times === 2) return 'twice';
  return times === 3 ? 'three times' : t('{times} times', { times });
}

/** When the last message went out. */
function messageTime({ notifiedAt, remindedAt }: ClaimView): string {
  const last = remindedAt ?? notifiedAt;
  return last === null ? '' : timeText(last);
}

function endSteps(claim: ClaimView, shown: Shown): readonly Step[] {
  const { state, balance, end, expiresAt } = claim;
  const who = shown.firstName ?? 'They';
  switch (state) {
    case 'claiming':
      return [
        { title: `${who} ${shown.firstName === null ? 'are' : 'is'} claiming it`, state: 'now' },
      ];
    case 'claimed':
      return [{ title: t('{who} claimed it', { who }), state: 'done', time: endTime(end) }];
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
          detail: `It comes back to your ${balance} balance automatically, usually within ${balance === 'public' ? 'a minute' : 'a few minutes'}.`,
        },
      ];
    default:
      return [
        {
          title: waitingTitle(shown),
          state: 'now',
          icon: <Hourglass className="icon" size={14} />,
          time: daysLeftText(Date.parse(expiresAt), shown.now),
          detail: `The money is set aside. You can take it back until ${shown.firstName ?? 'someone'} claims it.`,
        },
        {
          title: t('Claimed, or returned to you on {dayOfYear}', {
            dayOfYear: dayOfYearText(Date.parse(expiresAt)),
          }),
          state: 'to-come',
        },
      ];
  }
}

function waitingTitle({ firstName }: Shown): string {
  return `Waiting for ${firstName ?? 'them'} to claim it`;
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
  if (left >= DAY_MS) return days === 1 ? '1 day left' : t('{days} days left', { days });
  const hours = Math.floor(left / HOUR_MS);
  if (hours >= 1) return hours === 1 ? '1 hour left' : t('{hours} hours left', { hours });
  return t('Less than an hour left');
}
