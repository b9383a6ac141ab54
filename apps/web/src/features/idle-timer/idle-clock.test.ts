import { beforeEach, describe, expect, test } from 'vitest';
import { createIdleClock, type TabChannel } from './idle-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let now = 0;
let tabs: TabChannel[] = [];

beforeEach(() => {
  now = 1_000_000_000;
  tabs = [];
});

/** Like a browser's BroadcastChannel: every member but the sender receives a message. */
function joinChannel(): TabChannel {
  const channel: TabChannel = {
    onmessage: null,
    postMessage(message) {
      for (const other of tabs) {
        if (other !== channel) other.onmessage?.(new MessageEvent('message', { data: message }));
      }
    },
    close() {
      tabs = tabs.filter((other) => other !== channel);
    },
  };
  tabs.push(channel);
  return channel;
}

/** A tab that has been open long enough to know that no other tab responded. */
function openTab() {
  const clock = createIdleClock({ channel: joinChannel(), now: () => now });
  clock.state();
  now += SECOND;
  clock.state();
  return clock;
}

describe('one clock for all tabs', () => {
  test('activity in one tab counts in the others', () => {
    const [one, other] = [openTab(), openTab()];
    now += 24 * MINUTE;
    one.note();
    now += 24 * MINUTE;
    expect(other.state()).toEqual({ at: 'active' });
  });

  test('a new tab queries the others, and does not end a warning that they show', () => {
    const one = openTab();
    now += 26 * MINUTE;
    const other = openTab();
    expect(other.state()).toEqual(one.state());
    expect(other.state().at).toBe('warning');
  });

  test('a new tab that gets no response starts over', () => {
    const one = openTab();
    one.stop();
    now += 26 * MINUTE;
    expect(openTab().state()).toEqual({ at: 'active' });
  });

  test("'Stay Logged In' in one tab closes the warning in the others", () => {
    const [one, other] = [openTab(), openTab()];
    now += 26 * MINUTE;
    expect(other.state().at).toBe('warning');
    expect(one.stay()).toBe(true);
    expect(other.state()).toEqual({ at: 'active' });
  });

  test('a tab that was frozen queries the others before it ends the session', () => {
    const [one, frozen] = [openTab(), openTab()];
    const channel = tabs[1];
    const listener = channel?.onmessage ?? null;
    if (channel) channel.onmessage = null;
    now += 20 * MINUTE;
    one.note();
    now += 12 * MINUTE;
    if (channel) channel.onmessage = listener;
    expect(frozen.state()).toEqual({ at: 'warning', secondsLeft: 0 });
    now += SECOND;
    expect(frozen.state()).toEqual({ at: 'active' });
  });

  test('an unknown message changes nothing', () => {
    const one = openTab();
    now += 26 * MINUTE;
    const stranger = joinChannel();
    for (const message of [null, 'active', { says: 'active' }, { says: 'active', at: 'now' }]) {
      stranger.postMessage(message);
    }
    expect(one.state().at).toBe('warning');
  });

  test('without BroadcastChannel each tab keeps its own time', () => {
    const clock = createIdleClock({ channel: null, now: () => now });
    now += 26 * MINUTE;
    expect(clock.state().at).toBe('warning');
  });
});

describe('events', () => {
  test('reset the timer while it runs (§4 Idle timer)', () => {
    const clock = openTab();
    now += 24 * MINUTE;
    clock.note();
    now += 24 * MINUTE;
    expect(clock.state()).toEqual({ at: 'active' });
  });

  test('do nothing while the warning shows (§4 Idle timer)', () => {
    const clock = openTab();
    now += 26 * MINUTE;
    clock.note();
    expect(clock.state().at).toBe('warning');
  });

  test('do nothing after the machine slept, even before the warning shows', () => {
    const clock = openTab();
    now += 31 * MINUTE;
    clock.note();
    expect(clock.stay()).toBe(false);
    clock.state();
    now += SECOND;
    expect(clock.state()).toEqual({ at: 'over' });
  });

  test('less than a second apart send the other tabs a single message', () => {
    const clock = openTab();
    const received: unknown[] = [];
    joinChannel().onmessage = ({ data }) => received.push(data);
    now += 5 * SECOND;
    for (let event = 0; event < 1_000; event += 1) clock.note();
    expect(received).toHaveLength(1);
  });
});

describe('the server', () => {
  test('is notified of activity at most once a minute', () => {
    const clock = openTab();
    let notified = 0;
    for (let second = 0; second < 600; second += 1) {
      now += SECOND;
      clock.note();
      if (clock.takeDueNotification()) notified += 1;
    }
    expect(notified).toBe(10);
  });

  test('is not notified while the user is away, so that a forgotten tab is signed out', () => {
    const clock = openTab();
    now += 5 * MINUTE;
    clock.takeDueNotification();
    now += 5 * MINUTE;
    expect(clock.takeDueNotification()).toBe(false);
  });

  test('does not time out before the screen: the last activity is sent despite the server’s coarse timestamps', () => {
    const clock = openTab();
    now += MINUTE;
    clock.takeDueNotification();
    now += 50 * SECOND;
    clock.note();
    const lastActivity = now;
    let notifiedAt = 0;
    for (let second = 0; second < 300; second += 1) {
      now += SECOND;
      if (clock.takeDueNotification()) notifiedAt = now;
    }
    expect(notifiedAt - lastActivity).toBeGreaterThanOrEqual(30 * SECOND);
  });

  test('is notified of activity by the tab where it happened', () => {
    const [one, other] = [openTab(), openTab()];
    now += 5 * MINUTE;
    other.takeDueNotification();
    one.note();
    now += MINUTE;
    expect([one.takeDueNotification(), other.takeDueNotification()]).toEqual([true, false]);
  });
});
