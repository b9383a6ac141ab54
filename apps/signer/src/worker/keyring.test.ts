import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyring, TIME_OUTS } from './keyring.ts';

function createClock() {
  let time = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => time,
    after(ms: number, run: () => void) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    pass(ms: number) {
      time += ms;
      for (const timer of timers.filter(({ at }) => at <= time)) {
        timers = timers.filter((each) => each !== timer);
        timer.run();
      }
    },
    /** The computer sleeps: time passes, timers don't run. */
    sleep(ms: number) {
      time += ms;
    },
  };
}

function createOpened() {
  const clock = createClock();
  const wiped: string[] = [];
  const keyring = createKeyring<string>(clock, (keys) => wiped.push(keys));
  keyring.hold('0xa', 'keys');
  return { clock, wiped, keyring };
}

describe('open keys', () => {
  it('end five minutes after they were last used', () => {
    const { clock, wiped, keyring } = createOpened();
    clock.pass(299_000);
    keyring.used();
    clock.pass(299_000);
    expect(keyring.open('0xa')).toEqual({ isOpen: true, keys: 'keys' });
    clock.pass(1_000);
    expect(wiped).toEqual(['keys']);
    expect(keyring.open('0xa')).toEqual({ isOpen: false });
  });

  it('end after one use when the user chose 0 minutes', () => {
    const { keyring } = createOpened();
    keyring.setTimeOut(0);
    keyring.hold('0xa', 'again');
    expect(keyring.open('0xa').isOpen).toBe(true);
    keyring.used();
    expect(keyring.open('0xa').isOpen).toBe(false);
  });

  it('end when the page was hidden for a minute, and not after less', () => {
    const { clock, keyring } = createOpened();
    keyring.hidden();
    clock.pass(59_000);
    keyring.shown();
    clock.pass(59_000);
    expect(keyring.open('0xa').isOpen).toBe(true);
    keyring.hidden();
    clock.sleep(60_000);
    keyring.shown();
    expect(keyring.open('0xa').isOpen).toBe(false);
  });

  it('end on lock, and are never those of another address', () => {
    const { wiped, keyring } = createOpened();
    expect(keyring.open('0xb').isOpen).toBe(false);
    keyring.lock();
    expect(keyring.open('0xa').isOpen).toBe(false);
    expect(wiped).toEqual(['keys']);
  });

  it('are wiped before other keys take their place', () => {
    const { wiped, keyring } = createOpened();
    keyring.hold('0xb', 'others');
    expect(wiped).toEqual(['keys']);
  });

  it('never outlive the time-out, whatever happens, asleep or awake', () => {
    const step = fc.oneof(
      fc.record({ act: fc.constantFrom('pass', 'sleep'), ms: fc.nat(400_000) }),
      fc.record({ act: fc.constantFrom('hidden', 'shown', 'open'), ms: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...TIME_OUTS), fc.array(step), (minutes, steps) => {
        const { clock, keyring } = createOpened();
        keyring.setTimeOut(minutes);
        keyring.hold('0xa', 'keys');
        for (const { act, ms } of steps) {
          if (act === 'pass') clock.pass(ms);
          else if (act === 'sleep') clock.sleep(ms);
          else if (act === 'hidden') keyring.hidden();
          else if (act === 'shown') keyring.shown();
          if (clock.now() >= Math.max(1, minutes) * 60_000) {
            expect(keyring.open('0xa').isOpen).toBe(false);
          }
        }
      }),
    );
  });
});
