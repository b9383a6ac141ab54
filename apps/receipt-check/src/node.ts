import type { RecordRequest } from '#receipt/record-requests';

/** What a node responded, or a sentence that says why it didn't. */
export type NodeResponses =
  | { readonly ok: true; readonly responses: readonly unknown[] }
  | { readonly ok: false; readonly sentence: string };

/** @returns where to send requests; null for what this page may not contact */
export function readNodeUrl(text: string): URL | null {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url : null;
}

/** Sends each request on its own, because not every node takes several at a time. */
export async function readFromNode(
  url: URL,
  requests: readonly RecordRequest[],
): Promise<NodeResponses> {
  try {
    const responses = await Promise.all(requests.map((request) => send(url, request)));
    return { ok: true, responses };
  } catch {
    return {
      ok: false,
      sentence:
        'Couldn’t get a response from this node. Check its address. Some nodes don’t respond to web pages; then try another one, or check without contacting a node.',
    };
  }
}

async function send(url: URL, request: RecordRequest): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  return response.json();
}
