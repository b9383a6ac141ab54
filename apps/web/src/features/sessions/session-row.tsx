import {
  Check,
  Laptop,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  Monitor,
  Smartphone,
  Tablet,
} from 'lucide-react';
import { t } from '#language/t';
import type { UserSession } from '#wire/auth/user-sessions';
import { deviceText } from '../../lib/device-text.ts';
import { dayAndClockText, elapsedText, wholeDateText } from '../../lib/elapsed.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../ui/rich.tsx';
import { bindingText, placeText } from './session-texts.ts';

interface SessionRowProps {
  session: UserSession;
  now: number;
  isEnding: boolean;
  onTerminate: () => void;
}

/** One signed-in device: name, sign-in time and kind, last location and activity, and a button to sign it out. */
export function SessionRow({ session, now, isEnding, onTerminate }: SessionRowProps) {
  const { device, userAgent, isCurrent, location, ipAddress } = session;
  const Icon = iconOf(device);
  const created = Date.parse(session.createdAt);
  const lastActive = Date.parse(session.lastActiveAt);
  return (
    <li className="session-row">
      <span className="session-row__disc">
        <Icon className="icon" size={19} aria-hidden="true" />
      </span>
      <div className="session-row__device">
        <span className="session-row__name">
          <b title={userAgent}>{deviceText(device)}</b>
          {isCurrent ? (
            <Badge tone="accent" icon={<Check className="icon" size={12} aria-hidden="true" />}>
              {t('Current Session')}
            </Badge>
          ) : null}
        </span>
        <span>
          {rich('Signed in <time>{when}</time>', {
            when: dayAndClockText(created),
            time: (inside) => <time title={wholeDateText(created)}>{inside}</time>,
          })}
        </span>
        <Binding isDeviceBound={session.isDeviceBound} />
      </div>
      <div className="session-row__place">
        <b>{placeText(location)}</b>
        <span className="mono">{ipAddress}</span>
      </div>
      <div className="session-row__activity">
        <b>
          {isCurrent
            ? t('Active now')
            : t('Active {elapsed}', { elapsed: elapsedText(lastActive, now) })}
        </b>
        <time title={wholeDateText(lastActive)}>{dayAndClockText(lastActive)}</time>
      </div>
      {isCurrent ? null : (
        <Button
          className="session-row__end"
          size="sm"
          variant="danger"
          isBusy={isEnding}
          busyLabel={t('Terminating...')}
          aria-label={
            isEnding ? undefined : t('Terminate {device}', { device: deviceText(device) })
          }
          onClick={onTerminate}
        >
          {t('Terminate')}
        </Button>
      )}
    </li>
  );
}

function Binding({ isDeviceBound }: Pick<UserSession, 'isDeviceBound'>) {
  const Icon = isDeviceBound ? LockKeyhole : LockKeyholeOpen;
  return (
    <span className="session-row__binding">
      <Icon className="icon" size={12} aria-hidden="true" />
      {bindingText(isDeviceBound)}
    </span>
  );
}

function iconOf(device: string): LucideIcon {
  if (/ipad|tablet/i.test(device)) return Tablet;
  if (/iphone|ios|android|mobile|phone/i.test(device)) return Smartphone;
  return /mac|chrome ?os/i.test(device) ? Laptop : Monitor;
}
