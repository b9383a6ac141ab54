import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ApiResult } from '../../lib/api-result.ts';
import { showToast } from '../../state/toast.ts';
import { EVENTS_KEY } from './api/security-events.ts';
import { SECURITY_KEY } from './api/security-settings.ts';

/** Reads the settings and events again, after something changed. @returns once the settings are known */
export function useReread() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: EVENTS_KEY });
    await client.invalidateQueries({ queryKey: SECURITY_KEY });
  };
}

/** A button that changes something with one request; a toast says how it went. */
export function useSecurityAction(call: () => Promise<ApiResult<unknown>>, done: string) {
  const reread = useReread();
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);

  async function run() {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    const result = await call();
    // A refusal may mean that another device was faster.
    if (result.ok || result.error.code !== 'aborted') await reread();
    isRunning.current = false;
    setIsBusy(false);
    if (result.ok) showToast(done);
    else if (result.error.code !== 'aborted') showToast(result.error.message, { tone: 'error' });
  }
  return { isBusy, run };
}
