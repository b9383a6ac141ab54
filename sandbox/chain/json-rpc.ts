/** Calls one method of a node. */
export type CallNode = <Result>(method: string, params?: readonly unknown[]) => Promise<Result>;

const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * @returns a caller for the node at `url`.
 * It rejects with the node's own message when the node refuses, and with the cause when it does not respond.
 */
export function createNodeCaller(url: string): CallNode {
  return async <Result>(method: string, params: readonly unknown[] = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const reply = (await response.json()) as { result: Result; error?: { message: string } };
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result;
  };
}
