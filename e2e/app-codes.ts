import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** An authenticator app that shows one secret. The server takes each code once, so each one is newer than the last. */
export function openAuthenticatorApp(secret: string): { nextCode(): Promise<string> } {
  const app = new TOTP({ secret });
  let used = 0;
  return {
    async nextCode() {
      const step = Math.max(used + 1, Math.floor(Date.now() / PERIOD_MS));
      used = step;
      // The server also takes the next code.
      const from = (step - 1) * PERIOD_MS;
      if (Date.now() < from) await sleep(from - Date.now());
      return app.generate({ timestamp: step * PERIOD_MS });
    },
  };
}

/** @returns another code of six digits */
export function spoilCode(code: string): string {
  return `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;
}
