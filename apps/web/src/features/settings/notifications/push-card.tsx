import { Bell, BellOff } from 'lucide-react';
import { t } from '#language/t';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { PushState } from './push-state.ts';
import { usePush } from './use-push.ts';

type Push = ReturnType<typeof usePush>;

/** Push messages to this browser: whether they arrive, and the buttons that turn them on and off. */
export function PushCard() {
  const push = usePush();
  return (
    <section className="push-card" aria-label={t('Push on this browser')} aria-live="polite">
      {push.state ? <PushNotice push={push} state={push.state} /> : <Unknown push={push} />}
    </section>
  );
}

function Unknown({ push }: { push: Push }) {
  if (!push.hasFailed) return <Skeleton height={58} />;
  return (
    <Notice
      tone="bad"
      title={t('Couldn’t check whether push is on.')}
      action={
        <Button size="sm" isBusy={push.isRetrying} onClick={push.retry}>
          {t('Try again')}
        </Button>
      }
    >
      {t('Nothing changed.')}
    </Notice>
  );
}

function PushNotice({ push, state }: { push: Push; state: PushState }) {
  const { title, more } = TEXTS[state.at];
  const Icon = state.at === 'on' || state.at === 'off' ? Bell : BellOff;
  const isWorking = 'publicKey' in state;
  return (
    <Notice
      tone={TONES[state.at] ?? 'plain'}
      icon={<Icon className="icon" size={18} aria-hidden="true" />}
      title={title}
      action={isWorking ? <Buttons push={push} state={state} /> : undefined}
    >
      {more}
    </Notice>
  );
}

interface ButtonsProps {
  push: Push;
  state: Extract<PushState, { publicKey: string }>;
}

function Buttons({ push, state: { at, publicKey } }: ButtonsProps) {
  const { busy, test, turnOn, turnOff } = push;
  return (
    <span className="push-card__buttons">
      {at === 'on' ? (
        <Button size="sm" isBusy={busy === 'test'} onClick={() => test(publicKey)}>
          {t('Send a test')}
        </Button>
      ) : (
        <Button size="sm" variant="filled" isBusy={busy === 'on'} onClick={() => turnOn(publicKey)}>
          {at === 'off' ? t('Turn on') : t('Turn on again')}
        </Button>
      )}
      {at === 'off' ? null : (
        <Button
          size="sm"
          variant="quiet"
          isBusy={busy === 'off'}
          onClick={() => turnOff(publicKey)}
        >
          {t('Turn off')}
        </Button>
      )}
    </span>
  );
}

const TONES: Partial<Record<PushState['at'], 'accent' | 'warn'>> = { on: 'accent', lost: 'warn' };

const TEXTS: Readonly<Record<PushState['at'], { readonly title: string; readonly more: string }>> =
  {
    on: {
      title: t('Push is on for this browser.'),
      more: t('Messages say only that something is new, never what.'),
    },
    off: {
      title: t('Push is off on this browser.'),
      more: t('Get a message on this device when something happens.'),
    },
    lost: {
      title: t('Push stopped working on this browser.'),
      more: t('Messages from Kax no longer reach it.'),
    },
    blocked: {
      title: t('Push is off on this browser.'),
      more: t(
        'You blocked notifications from Kax. Open the site settings beside the address, allow notifications, then come back.',
      ),
    },
    'needs-install': {
      title: t('Add Kax to your Home Screen first.'),
      more: t(
        'On iPhone and iPad, only apps on the Home Screen get push messages. Press Share, then “Add to Home Screen”, and open Kax from there.',
      ),
    },
    unsupported: {
      title: t('Push is off on this browser.'),
      more: t('It can’t get push messages. Your inbox and emails work as usual.'),
    },
    'not-set-up': {
      title: t('Push isn’t set up on this server.'),
      more: t('Your inbox and emails work as usual.'),
    },
  };
