const IDLE_AT_LATEST_MS = 3_000;

/** Waits until the page has nothing else to do. Safari has no idle callback. */
export function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    const { requestIdleCallback } = globalThis;
    if (requestIdleCallback === undefined) setTimeout(resolve, IDLE_AT_LATEST_MS / 2);
    else requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MS });
  });
}

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** @returns whether the user pays dearly for what they may never open: data saver is on, or the connection is very slow */
export function isDataDear(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
